import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, UsageError } from './command.ts'

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number]

export interface ParsedCommand {
  readonly command: Command
  readonly args: CommandArguments
  readonly json: boolean
}

const isOption = (word: string): boolean => word.startsWith('-')

/** Without the words of the command's name, before and between which options may stand. */
const withoutName = ({ name }: Command, words: readonly string[]): readonly string[] => {
  const last = words.flatMap((word, at) => (isOption(word) ? [] : [at]))[name.split(' ').length - 1] ?? 0
  return words.filter((word, at) => at > last || isOption(word))
}

const findCommand = (commands: readonly Command[], words: readonly string[]): Command => {
  const named = words.filter((word) => !isOption(word))
  const found = commands.find(({ name }) => name === named.slice(0, name.split(' ').length).join(' '))
  if (found !== undefined) return found
  const [first, ...others] = named
  if (first === undefined) throw new UsageError('Say which command to run')
  const alike = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (alike.length > 0 && others.length === 0)
    throw new UsageError(`Say which: ${alike.map(({ name }) => name).join(', ')}`)
  throw new UsageError(`There is no command "${[first, ...others].slice(0, 2).join(' ')}"`)
}

/** @throws {UsageError} for an option that is said twice, and may not be: the last one would count, without a word. */
const assertSaidOnce = ({ name, options = {} }: Command, tokens: readonly Token[]): void => {
  const said = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option' || options[token.name]?.multiple === true) continue
    const option = options[token.name] === undefined ? token.name.replace(/^no-/, '') : token.name
    if (said.has(option)) throw new UsageError(`${name}: give --${option} once`)
    said.add(option)
  }
}

const parseRest = (command: Command, rest: readonly string[]) => {
  try {
    return parseArgs({
      args: [...rest],
      options: { ...command.options, json: { type: 'boolean' as const, default: false } },
      allowPositionals: true,
      allowNegative: true,
      strict: true,
      tokens: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : 'Wrong options'
    throw new UsageError(`${command.name}: ${message ?? ''}`)
  }
}

/**
 * Finds the command that words name, and its arguments.
 * @throws {UsageError} for a command, option or number of arguments that does not exist, and for an argument that is empty.
 */
export const parseCommand = (commands: readonly Command[], words: readonly string[]): ParsedCommand => {
  const command = findCommand(commands, words)
  const { values, positionals, tokens } = parseRest(command, withoutName(command, words))
  assertSaidOnce(command, tokens)
  const expected = command.positionals ?? []
  if (positionals.length !== expected.length) {
    throw new UsageError(`Usage: coinslot-service ${command.name} ${command.usage}`.trimEnd())
  }
  const empty = expected.find((_name, at) => positionals[at]?.trim() === '')
  if (empty !== undefined) throw new UsageError(`${command.name}: ${empty} must not be empty`)
  const json = values.json === true
  if (json && 'goesOn' in command) throw new UsageError(`${command.name} has no --json`)
  return { command, args: { values, positionals }, json }
}
