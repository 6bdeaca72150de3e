import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'

const SERVE: Pick<Command, 'name' | 'usage' | 'summary'> = {
  name: 'serve',
  usage: '',
  summary: 'Run the service until SIGTERM or Ctrl-C; it is configured by COINSLOT_… variables',
}

const described: readonly Pick<Command, 'name' | 'usage' | 'summary'>[] = [SERVE, ...commands]

const line = ({ name, usage, summary }: (typeof described)[number]): string =>
  `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`

const CLOSING =
  'Every command but restore and move works whether or not the service is running on the same data. Exit codes: 0 done, 1 failed, 2 wrong usage.'

/** The text of `coinslot-service help`, and of `COMMAND --help`. @throws {UsageError} where no command has that name. */
export const helpText = (words: readonly string[] = []): string => {
  const said = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const named = (length: number) => {
    const name = said.slice(0, length).join(' ')
    return described.filter((each) => each.name === name || each.name.startsWith(`${name} `))
  }
  const found = said.length === 0 ? described : [named(2), named(1)].find((each) => each.length > 0)
  if (found === undefined) throw new UsageError(`There is no command "${said.join(' ')}"`)
  const usage = found.length === 1 ? `${found[0]?.name ?? ''} ${found[0]?.usage ?? ''}`.trimEnd() : 'COMMAND'
  const body = found.length === 1 ? `  ${found[0]?.summary ?? ''}` : found.map(line).join('\n')
  return [`Usage: coinslot-service ${usage}`, '', body, '', CLOSING].join('\n')
}
