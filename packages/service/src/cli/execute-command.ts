import type { CommandContext } from './command.ts'
import { commands } from './commands.ts'
import { parseCommand } from './parse-command.ts'

/** Runs what the words name where the database is open, and prints its answer: one JSON value with `--json`. */
export const executeCommand = async (words: readonly string[], context: CommandContext): Promise<void> => {
  const { command, args, json } = parseCommand(commands, words)
  const result = await command.run(context, args)
  if (result !== null) context.print(json ? JSON.stringify(result.json) : result.text)
}
