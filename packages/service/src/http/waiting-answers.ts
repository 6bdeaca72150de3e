import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 134_217_728
/** What is smaller takes no more than its connection does. */
const LEAST_LENGTH = 32_768
const LOOK_EVERY_MS = 1_000

/** What is held in memory for those who have not taken it yet. */
interface Held {
  readonly bytes: number
  readonly answers: ServerResponse[]
}

/**
 * Each text is one answer's own; the bytes of a file or a picture are the same for all who are sent them.
 * @returns first what holds the most for each of its answers, and of what holds as much the oldest
 */
const heldFor = (waiting: ReadonlyMap<ServerResponse, string | Buffer>): Held[] => {
  const held = new Map<ServerResponse | Buffer, Held>()
  for (const [answer, payload] of waiting) {
    if (answer.writableLength === 0) continue
    const [owner, bytes] = Buffer.isBuffer(payload) ? [payload, payload.length] : [answer, answer.writableLength]
    const known = held.get(owner)
    if (known === undefined) held.set(owner, { bytes, answers: [answer] })
    else known.answers.push(answer)
  }
  const share = ({ bytes, answers }: Held): number => bytes / answers.length
  return [...held.values()].toSorted((a, b) => share(b) - share(a))
}

/**
 * Bounds what answers that wait to be taken hold, of all connections together: past 128 MiB, those that hold the most are
 * ended, of such that hold as much the oldest.
 * @param maxBytes default 128 MiB
 */
export const boundWaitingAnswers = (app: FastifyInstance, maxBytes = MAX_BYTES): void => {
  /** The oldest first. */
  const waiting = new Map<ServerResponse, string | Buffer>()
  const look = (): void => {
    const held = heldFor(waiting)
    let excess = held.reduce((sum, { bytes }) => sum + bytes, -maxBytes)
    let ended = 0
    for (const { bytes, answers } of held) {
      if (excess <= 0) break
      excess -= bytes
      for (const answer of answers) answer.destroy()
      ended += answers.length
    }
    if (ended === 0) return
    app.log.warn({ ended }, 'answers that were not taken held too much memory: those that held the most were ended')
  }
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= LEAST_LENGTH) {
      waiting.set(raw, payload)
      raw.once('close', () => waiting.delete(raw))
    }
    done()
  })
  const looking = setInterval(look, LOOK_EVERY_MS)
  looking.unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
