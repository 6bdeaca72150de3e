import { parseArgs } from 'node:util'
import { type Command, type CommandArguments, UsageError } from './command.ts'

export interface ParsedCommand {
  readonly command: Command
  readonly args: CommandArguments
  readonly json: boolean
}

const findCommand = (commands: readonly Command[], words: readonly string[]): Command => {
  const named = words.filter((word) => !word.startsWith('-'))
  const found = commands.find(({ name }) => name === named.slice(0, name.split(' ').length).join(' '))
  if (found !== undefined) return found
  const said = named.slice(0, 2).join(' ')
  throw new UsageError(said === '' ? 'Say which command to run' : `There is no command "${said}"`)
}

const parseRest = (command: Command, rest: readonly string[]) => {
  try {
    return parseArgs({
      args: [...rest],
      options: { ...command.options, json: { type: 'boolean' as const, default: false } },
      allowPositionals: true,
      allowNegative: true,
      strict: true,
    })
  } catch (error) {
    const message = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : 'Wrong options'
    throw new UsageError(`${command.name}: ${message ?? ''}`)
  }
}

/**
 * Finds the command that words name, and its arguments.
 * @throws {UsageError} for a command, option or number of arguments that does not exist.
 */
export const parseCommand = (commands: readonly Command[], words: readonly string[]): ParsedCommand => {
  const command = findCommand(commands, words)
  const nameLength = command.name.split(' ').length
  const { values, positionals } = parseRest(command, words.slice(nameLength))
  const expected = command.positionals ?? []
  if (positionals.length !== expected.length) {
    throw new UsageError(`Usage: coinslot-service ${command.name} ${command.usage}`.trimEnd())
  }
  const { json, ...others } = values
  return { command, args: { values: others, positionals }, json: json === true }
}
