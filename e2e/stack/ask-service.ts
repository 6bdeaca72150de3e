import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './running-process.ts'

interface Answer {
  readonly line?: string
  readonly exit?: number
  readonly message?: string | null
}

/**
 * Has the service that serves from a folder do a command, as its command line asks it to, and spares the second that a
 * process takes.
 * @returns what the command prints
 */
export const askService = async (dataDir: string, words: readonly string[]): Promise<string> => {
  const socket = connect(join(dataDir, 'control.sock'))
  await once(socket, 'connect')
  socket.write(`${JSON.stringify({ words, folder: ROOT })}\n`)
  const answers: Answer[] = (await text(socket))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { exit, message } = answers.at(-1) ?? {}
  if (exit !== 0) throw new Error(`coinslot-service ${words.join(' ')}: ${message}`)
  return answers.flatMap(({ line }) => line ?? []).join('\n')
}
