import type { IncomingMessage } from 'node:http'

/** Of a body that nobody wants, what is read all the same. */
const MAX_EXCESS_BYTES = 10 * 1_048_576

/** Reads and drops what is left of a body, so that its sender gets to read the answer; past the bound it is cut off. */
export const dropRest = async (raw: IncomingMessage): Promise<void> => {
  if (raw.readableEnded || raw.destroyed) return
  await new Promise<void>((resolve) => {
    let dropped = 0
    raw.on('data', (chunk: Buffer) => {
      dropped += chunk.length
      if (dropped > MAX_EXCESS_BYTES) raw.socket.resetAndDestroy()
    })
    raw.once('end', resolve)
    raw.once('close', resolve)
    raw.resume()
  })
}
