import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 134_217_728
/** What is smaller takes no more than its connection does. */
const LEAST_LENGTH = 32_768
const LOOK_EVERY_MS = 1_000

/**
 * Bounds what texts that wait to be taken hold, of all connections together: past 128 MiB, those that have waited the longest
 * are ended. Files and pictures are the same bytes for all who are sent them, and do not count.
 * @param maxBytes default 128 MiB
 */
export const boundWaitingAnswers = (app: FastifyInstance, maxBytes = MAX_BYTES): void => {
  /** The oldest first. */
  const waiting = new Set<ServerResponse>()
  const look = (): void => {
    let excess = -maxBytes
    for (const { writableLength } of waiting) excess += writableLength
    if (excess <= 0) return
    let ended = 0
    for (const answer of waiting) {
      if (excess <= 0) break
      excess -= answer.writableLength
      answer.destroy()
      ended += 1
    }
    app.log.warn(
      { ended },
      'answers that were not taken held too much memory: those that had waited the longest were ended',
    )
  }
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if (typeof payload === 'string' && payload.length >= LEAST_LENGTH) {
      waiting.add(raw)
      raw.once('close', () => waiting.delete(raw))
    }
    done()
  })
  const looking = setInterval(look, LOOK_EVERY_MS)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
