import { type Command, UsageError } from './command.ts'
import { commands } from './commands.ts'

const SERVE: Pick<Command, 'name' | 'usage' | 'summary'> = {
  name: 'serve',
  usage: '',
  summary: 'Run the service until SIGTERM or Ctrl-C; it is configured by COINSLOT_… variables',
}

const described: readonly Pick<Command, 'name' | 'usage' | 'summary'>[] = [SERVE, ...commands]

/** A space outside of brackets: an option stays on one line with its value. */
const GAP = / (?![^[]*\])/

/** A text in lines of so many columns, the first one indented as it is, those after it by so many spaces. */
const wrapped = (text: string, { columns, indent }: { columns: number; indent: number }): string => {
  const lines: string[] = []
  for (const word of text.trim().split(GAP)) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(`${/^ */.exec(text)?.[0]}${word}`)
    else if (last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${' '.repeat(indent)}${word}`)
  }
  return lines.join('\n')
}

const entry = ({ name, usage, summary }: (typeof described)[number], columns: number): string =>
  [wrapped(`  ${name} ${usage}`, { columns, indent: 10 }), wrapped(`      ${summary}`, { columns, indent: 6 })].join(
    '\n',
  )

const CLOSING =
  'Every command but restore and move works whether or not the service is running on the same data. Exit codes: 0 done, 1 failed, 2 wrong usage.'

const NO_TERMINAL_COLUMNS = 80

/**
 * The text of `coinslot-service help`, and of `COMMAND --help`.
 * @param columns of the terminal, which would break lines inside words
 * @throws {UsageError} where no command has that name.
 */
export const helpText = (words: readonly string[] = [], columns = NO_TERMINAL_COLUMNS): string => {
  const said = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const named = (length: number) => {
    const name = said.slice(0, length).join(' ')
    return described.filter((each) => each.name === name || each.name.startsWith(`${name} `))
  }
  const found = said.length === 0 ? described : [named(2), named(1)].find((each) => each.length > 0)
  if (found === undefined) throw new UsageError(`There is no command "${said.join(' ')}"`)
  const [only] = found.length === 1 ? found : []
  const [group] = said
  const itself = only ?? found.find(({ name }) => name === group)
  const usage = itself === undefined ? [group, 'COMMAND'].filter(Boolean).join(' ') : `${itself.name} ${itself.usage}`
  return [
    wrapped(`Usage: coinslot-service ${usage}`, { columns, indent: 7 }),
    '',
    only === undefined
      ? found.map((each) => entry(each, columns)).join('\n')
      : wrapped(`  ${only.summary}`, { columns, indent: 2 }),
    '',
    wrapped(CLOSING, { columns, indent: 0 }),
  ].join('\n')
}
