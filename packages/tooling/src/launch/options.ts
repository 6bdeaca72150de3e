import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Words that a command does not understand; the message is what the user reads. */
export class OptionsError extends Error {
  override readonly name = 'OptionsError'
}

/** @throws {OptionsError} for an option that does not exist or lacks its value, and for a word where none is taken. */
export const parseOptions = <Config extends ParseArgsConfig>(
  words: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs<Config>({ ...config, args: [...words] })
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split(/[.\n]/, 1)
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    throw new OptionsError(`${sentence}; the options are ${known.join(', ')}`)
  }
}

/** What a command was told; where it does not understand that, one line and exit code 2. */
export const readOrExplain = <Options>(command: string, read: (words: readonly string[]) => Options): Options => {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof OptionsError)) throw error
    console.error(`${command}: ${error.message}`)
    process.exit(2)
  }
}
