import { executeCommand } from '../src/cli/commands.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'

interface Where {
  /** Which files the command names are looked for in; default `/`. */
  readonly folder?: string
  /** Ends the command early; default: nothing does. */
  readonly signal?: AbortSignal
}

/** Runs a command of `coinslot-service` on what is open in this process. @returns the lines that it prints. */
export const printedBy = async (
  deps: ServiceDeps,
  words: readonly string[],
  { folder = '/', signal = new AbortController().signal }: Where = {},
): Promise<string> => {
  const lines: string[] = []
  await executeCommand(words, { deps, folder, signal, print: (line) => void lines.push(line) })
  return lines.join('\n')
}
