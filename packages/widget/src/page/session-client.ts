import type { PayRequest, SessionView } from '@coinslot/contract/checkout'
import { ApiProblem, type CheckoutApi } from './api.ts'
import { randomUuid } from './random-uuid.ts'
import { delay, delayOrOnline } from './wait.ts'

const POLL_MS = [700, 1000, 1500, 2000, 3000] as const
const RECONNECT_MS = [500, 1000, 2000, 4000, 8000] as const
/** Past the deadline, so that the service's clock has passed it too. */
const EXPIRY_GRACE_MS = 500

/** The delay before try number `turn`, counted from 0; the last one goes on. */
const delayMsAt = (delaysMs: readonly number[], turn: number): number =>
  delaysMs[Math.min(turn, delaysMs.length - 1)] ?? 0

/** What stands between the buyer and the next step, beside the view. */
export type Trouble = 'offline' | 'busy' | 'refused' | 'gone'

/**
 * The buyer's session as the service tells it: holds the last view, sends what the buyer does, and fires `change`.
 * No step is ever taken on the page's own account.
 */
export class SessionClient extends EventTarget {
  view: SessionView | null = null
  trouble: Trouble | null = null
  /** The buyer's last press is under way. */
  busy = false
  /** When the session expires, by this device's clock. */
  deadlineMs: number | null = null

  readonly #api: CheckoutApi
  /** Counts what was asked, so that an answer overtaken by a later question is dropped. */
  #turn = 0
  #polls = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(api: CheckoutApi) {
    super()
    this.#api = api
    addEventListener('online', () => void this.refresh())
    addEventListener('offline', () => this.#show({ trouble: 'offline' }))
    addEventListener('pageshow', ({ persisted }) => persisted && void this.refresh())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.refresh())
  }

  /** Asks where the session stands; waits for the network where there is none. */
  refresh(): Promise<void> {
    return this.busy ? Promise.resolve() : this.#ask(() => this.#api.read())
  }

  /** One press of Pay: however often it has to be sent, its key makes it one authorisation. */
  pay(card: PayRequest['card']): Promise<void> {
    const request: PayRequest = { attempt_key: randomUuid(), card }
    return this.#act(() => this.#api.pay(request))
  }

  /** Sends what the buyer gave, again where the answer is lost: what was taken before changes nothing. */
  send(path: string, body: object): Promise<void> {
    return this.#act(() => this.#api.post(path, body))
  }

  /** Asks for what must not be done twice; where the answer is lost, reads what has become of it. */
  sendOnce(path: string): Promise<void> {
    let isSent = false
    return this.#act(() => {
      if (isSent) return this.#api.read()
      isSent = true
      return this.#api.post(path, {})
    })
  }

  upload(...args: Parameters<CheckoutApi['upload']>): Promise<void> {
    return this.#act(() => this.#api.upload(...args))
  }

  /**
   * Tells the service that the buyer leaves; leaving is not held up by a service that cannot be reached.
   * False where a payment turns out to be under way or done: then its view is shown instead.
   */
  async leave(timeoutMs = 3000): Promise<boolean> {
    this.#turn += 1
    clearTimeout(this.#timer)
    const view = await Promise.race([this.#api.close().catch(() => null), delay(timeoutMs).then(() => null)])
    if (view?.step !== 'approved' && view?.step !== 'processing') return true
    this.#take(view)
    return false
  }

  async #act(request: () => Promise<SessionView>): Promise<void> {
    if (this.busy) return
    this.#show({ busy: true })
    await this.#ask(request)
    this.#show({ busy: false })
  }

  async #ask(request: () => Promise<SessionView>): Promise<void> {
    const turn = ++this.#turn
    for (let attempt = 0; turn === this.#turn; attempt += 1) {
      try {
        const view = await request()
        if (turn === this.#turn) this.#take(view)
        return
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (turn !== this.#turn) return
        const isFinal = error.failure === 'gone' || error.failure === 'refused'
        this.#show({ trouble: error.failure === 'network' ? 'offline' : error.failure })
        if (isFinal) return
        await delayOrOnline(error.retryAfterMs || delayMsAt(RECONNECT_MS, attempt))
      }
    }
  }

  #take(view: SessionView): void {
    this.#polls = view.step === 'processing' ? this.#polls + 1 : 0
    this.deadlineMs = view.expires_at ? Date.now() + Date.parse(view.expires_at) - Date.parse(view.now) : null
    this.#show({ view, trouble: null })
    clearTimeout(this.#timer)
    if (view.step === 'processing') this.#refreshIn(delayMsAt(POLL_MS, this.#polls - 1))
    else if (this.deadlineMs !== null) this.#refreshIn(this.deadlineMs - Date.now() + EXPIRY_GRACE_MS)
  }

  #refreshIn(delayMs: number): void {
    this.#timer = setTimeout(() => void this.refresh(), Math.max(delayMs, EXPIRY_GRACE_MS))
  }

  #show(change: Partial<Pick<SessionClient, 'view' | 'trouble' | 'busy'>>): void {
    Object.assign(this, change)
    this.dispatchEvent(new Event('change'))
  }
}
