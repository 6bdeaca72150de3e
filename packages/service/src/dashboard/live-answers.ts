import type { FastifyReply } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import type { DashboardDeps } from './deps.ts'
import { WakeUp } from '../webhooks/wake-up.ts'
import type { DashboardSession } from './session.ts'

/**
 * Streams of one session at a time. A browser opens six connections to a host that speaks HTTP/1.1, all its windows
 * together: where streams had each of them, no page would load and no action be sent.
 */
const MAX_PER_SESSION = 4
const MAX_IN_ALL = 500
/** When the dashboard's pages ask again, too. */
const AGAIN = { 'retry-after': '15' }
/** A word every so often, so that proxies keep a quiet stream open. */
const SIGN_OF_LIFE_MS = 15_000

interface Watched {
  readonly intervalMs: number
  /** Reads it anew; it is refused once the session has ended. */
  readonly read: () => Promise<unknown>
}

/**
 * Answers that are sent again whenever they have changed, as server-sent events. They are read anew at intervals, so
 * that what another process has changed is seen as what this one has.
 */
export class LiveAnswers {
  readonly #deps: DashboardDeps
  readonly #open = new Map<WakeUp, string>()
  #isEnding = false

  constructor(deps: DashboardDeps) {
    this.#deps = deps
  }

  /** @throws {ApiError} 429 for more streams than a few tabs have, 503 where there are too many in all. */
  async serve(reply: FastifyReply, { name }: DashboardSession, watched: Watched): Promise<FastifyReply> {
    const ofSession = [...this.#open.values()].filter((each) => each === name).length
    if (ofSession >= MAX_PER_SESSION)
      throw new ApiError(429, 'Too many pages of this session are open; close some', { headers: AGAIN })
    if (this.#open.size >= MAX_IN_ALL)
      throw new ApiError(503, 'Too many pages are open; this one is not live', { headers: AGAIN })
    const wake = new WakeUp()
    // Counted before anything is waited for: of many that are opened in one moment each would find room.
    this.#open.set(wake, name)
    const first = await this.#readFirst(watched, wake)
    reply.hijack()
    void this.#run(reply, watched, wake, first).finally(() => this.#open.delete(wake))
    return reply
  }

  async #readFirst({ read }: Watched, wake: WakeUp): Promise<string> {
    try {
      return JSON.stringify(await read())
    } catch (error) {
      this.#open.delete(wake)
      throw error
    }
  }

  /** Reads anew at once what a session watches here: it has changed something, and looks for it. */
  lookAgain({ name }: DashboardSession): void {
    for (const [wake, watcher] of this.#open) if (watcher === name) wake.notify()
  }

  /** Ends every stream; browsers come back to a process that serves. */
  endAll(): void {
    this.#isEnding = true
    for (const wake of this.#open.keys()) wake.notify()
  }

  async #run(reply: FastifyReply, { intervalMs, read }: Watched, wake: WakeUp, first: string): Promise<void> {
    const { raw } = reply
    const headers = {
      ...reply.getHeaders(),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    }
    raw.writeHead(200, headers as Record<string, string>)
    raw.on('error', () => raw.destroy())
    raw.on('close', () => wake.notify())
    let last = first
    let quietMs = 0
    raw.write(`data: ${first}\n\n`)
    while (!this.#isEnding && !raw.destroyed) {
      await wake.wait(this.#deps.clock, intervalMs)
      if (raw.destroyed || this.#isEnding) break
      quietMs += intervalMs
      const next = await this.#look(read, last)
      if (next === null) break
      // Whoever takes nothing is kept one answer for; when it has been taken, what there is then follows.
      if (raw.writableNeedDrain) continue
      if (next !== last) raw.write(`data: ${next}\n\n`)
      else if (quietMs >= SIGN_OF_LIFE_MS) raw.write(': still here\n\n')
      if (next !== last || quietMs >= SIGN_OF_LIFE_MS) quietMs = 0
      last = next
    }
    raw.end()
  }

  /** What is there now; null where it is not to be seen any more. What could not be read is as it was. */
  async #look(read: () => Promise<unknown>, last: string): Promise<string | null> {
    try {
      return JSON.stringify(await read())
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null
      this.#deps.log.warn({ err: error }, 'a live answer could not be read')
      return last
    }
  }
}
