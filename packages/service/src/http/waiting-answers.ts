import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const MAX_BYTES = 134_217_728
/** What is smaller takes no more than its connection does. */
const LEAST_LENGTH = 32_768
const LOOK_EVERY_MS = 1_000

/** What is held in memory for those who have not taken it yet. */
interface Held {
  readonly bytes: number
  readonly connections: Set<Socket>
}

/**
 * The texts of a connection are its own; the bytes of a file or a picture are the same for all who are sent them.
 * @returns first what holds the most for each of its connections, and of what holds as much the oldest
 */
const heldFor = (waiting: ReadonlyMap<ServerResponse, string | Buffer>): Held[] => {
  const held = new Map<Socket | Buffer, Held>()
  for (const [answer, payload] of waiting) {
    if (answer.writableLength === 0) continue
    const { socket } = answer.req
    const owner = Buffer.isBuffer(payload) ? payload : socket
    const { bytes, connections } = held.get(owner) ?? { bytes: 0, connections: new Set() }
    const all = Buffer.isBuffer(payload) ? payload.length : bytes + answer.writableLength
    held.set(owner, { bytes: all, connections: connections.add(socket) })
  }
  const share = ({ bytes, connections }: Held): number => bytes / connections.size
  return [...held.values()].toSorted((a, b) => share(b) - share(a))
}

/**
 * Bounds what answers that wait to be taken hold, of all connections together: past 128 MiB, connections whose answers hold the
 * most are ended, of such that hold as much the oldest. An answer alone cannot be: one behind others would stay as it is.
 * @param maxBytes default 128 MiB
 */
export const boundWaitingAnswers = (app: FastifyInstance, maxBytes = MAX_BYTES): void => {
  /** The oldest first. */
  const waiting = new Map<ServerResponse, string | Buffer>()
  const look = (): void => {
    // Of an answer that came after its connection had ended, no end is told.
    for (const answer of waiting.keys()) if (answer.req.socket.destroyed) waiting.delete(answer)
    const held = heldFor(waiting)
    let excess = held.reduce((sum, { bytes }) => sum + bytes, -maxBytes)
    let ended = 0
    for (const { bytes, connections } of held) {
      if (excess <= 0) break
      excess -= bytes
      for (const connection of connections) connection.destroy()
      ended += connections.size
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
