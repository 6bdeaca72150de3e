import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'

/** Longest address of a unix socket that every system takes. */
const MAX_SOCKET_BYTES = 100

/** Where the serving process takes commands for the database it has open. */
export const controlSocketPath = (dataDir: string): string => {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return String.raw`\\.\pipe\coinslot-${hash}`
  const beside = join(dataDir, 'control.sock')
  return Buffer.byteLength(beside) <= MAX_SOCKET_BYTES ? beside : `/tmp/coinslot-${hash}.sock`
}

/** What the caller sends, as one line of JSON. */
export const controlRequestSchema = z.object({ words: z.array(z.string()) })

/** What the serving process answers: lines of output, then one end. */
export const controlFrameSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ exit: z.union([z.literal(0), z.literal(1), z.literal(2)]), message: z.string().nullable() }),
])
export type ControlFrame = z.infer<typeof controlFrameSchema>
export type ExitCode = 0 | 1 | 2

export const encodeFrame = (frame: ControlFrame | z.infer<typeof controlRequestSchema>): string =>
  `${JSON.stringify(frame)}\n`
