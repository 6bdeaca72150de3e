import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { ClientDirectory } from '../auth/client-directory.ts'
import type { Observer } from '../http/answered.ts'
import type { Platform } from '../platform/platform.ts'
import { WriteBuffer } from '../platform/write-buffer.ts'
import { insertRequests, keepNewest, type RecordedRequest } from './request-store.ts'

const FLUSH_AFTER_MS = 1_000
/** Of one merchant, until the next write: answers are alike, refusals are looked for. */
const MOST_ANSWERED = 20
const MOST_REFUSED = 100
const MOST_IN_ALL = 1_000
/** What is too old is forgotten whenever a merchant has had so many written. */
const FORGET_AFTER = 200

interface Counts {
  answered: number
  refused: number
}

/** Writes down the API's latest requests, without bodies, beside the requests themselves; a busy merchant's in part. */
export class RequestRecorder {
  readonly #deps: Platform & { readonly clients: ClientDirectory }
  readonly #buffer: WriteBuffer<RecordedRequest>
  readonly #counts = new Map<string | null, Counts>()
  readonly #written = new Map<string | null, number>()

  constructor(deps: Platform & { readonly clients: ClientDirectory }) {
    this.#deps = deps
    this.#buffer = new WriteBuffer({
      clock: deps.clock,
      log: deps.log,
      name: 'API requests for the dashboard',
      flushAfterMs: FLUSH_AFTER_MS,
      maxWaiting: MOST_IN_ALL,
      write: (requests) => this.#write(requests),
    })
  }

  /** Told of every answer; only operations of the merchant's API are written down. */
  readonly observe: Observer = ({ route, operation }) => {
    if (operation === undefined || route === null) return () => undefined
    return ({ requestId, method, status, durationMs, clientId, errorMessage }) => {
      const merchantId = (clientId === undefined ? undefined : this.#deps.clients.peek(clientId)?.merchantId) ?? null
      if (!this.#hasRoom(merchantId, status)) return
      this.#buffer.add({
        at: this.#deps.clock.now(),
        merchant_id: merchantId,
        client_id: clientId ?? null,
        method,
        route: route.replaceAll(/:(\w+)/g, '{$1}'),
        operation,
        status,
        duration_ms: Math.round(durationMs * 100) / 100,
        request_id: requestId,
        error_message: errorMessage ?? null,
      })
    }
  }

  /** Writes what waits, and takes nothing more. */
  close(): Promise<void> {
    return this.#buffer.close()
  }

  #hasRoom(merchantId: string | null, status: number): boolean {
    let counts = this.#counts.get(merchantId)
    if (counts === undefined) {
      counts = { answered: 0, refused: 0 }
      this.#counts.set(merchantId, counts)
    }
    if (status >= 400) return (counts.refused += 1) <= MOST_REFUSED
    return (counts.answered += 1) <= MOST_ANSWERED
  }

  async #write(requests: readonly RecordedRequest[]): Promise<void> {
    this.#counts.clear()
    await insertRequests(this.#deps.db, requests)
    for (const { merchant_id } of requests) this.#written.set(merchant_id, (this.#written.get(merchant_id) ?? 0) + 1)
    for (const [merchantId, written] of this.#written) {
      if (written < FORGET_AFTER) continue
      this.#written.delete(merchantId)
      await keepNewest(this.#deps.db, merchantId, DASHBOARD_LIMITS.requestsKept)
    }
  }
}
