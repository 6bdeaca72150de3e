import type { PayRequest, SessionView } from '@coinslot/contract/checkout'
import { type ApiFailure, ApiProblem, type CheckoutApi } from './api.ts'
import { isEndView } from './ends.ts'
import { randomUuid } from './random-uuid.ts'
import { delay, delayOrOnline } from './wait.ts'

const POLL_MS = [700, 1000, 1500, 2000, 3000] as const
const RECONNECT_MS = [500, 1000, 2000, 4000, 8000] as const
/** While what this page waits for comes from elsewhere. */
const AWAITING_POLL_MS = 2000
/** Past the deadline, so that the service's clock has passed it too. */
const EXPIRY_GRACE_MS = 500

/** The delay before try number `turn`, counted from 0; the last one goes on. */
const delayMsAt = (delaysMs: readonly number[], turn: number): number =>
  delaysMs[Math.min(turn, delaysMs.length - 1)] ?? 0

const isAwaitingPhone = (view: SessionView): boolean =>
  view.step === 'kyc_documents' && view.phone !== undefined && view.phone.state !== 'none'

/** The answer was lost that would have said whether the code could be sent. */
const isAwaitingCode = (view: SessionView): boolean =>
  'sent_to' in view && view.sent_to === null && view.problem === null

/** What stands between the buyer and the next step, beside the view. */
export type Trouble = 'offline' | 'unreachable' | 'busy' | 'refused' | 'gone'

const troubleOf = (failure: ApiFailure): Trouble => {
  if (failure !== 'network') return failure
  return navigator.onLine ? 'unreachable' : 'offline'
}

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
  /** How far this device's clock is ahead of the service's. */
  #aheadMs = 0
  #polls = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The buyer's last press, until it has been answered. */
  #pressed: Promise<void> = Promise.resolve()
  #leaving: Promise<boolean> | null = null

  constructor(api: CheckoutApi) {
    super()
    this.#api = api
    addEventListener('online', () => void this.refresh())
    addEventListener('offline', () => this.#show({ trouble: 'offline' }))
    addEventListener('pageshow', ({ persisted }) => persisted && void this.refresh())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void this.refresh())
  }

  /** The service is being asked whether the buyer may leave. */
  get isLeaving(): boolean {
    return this.#leaving !== null
  }

  /** The service's time, once it has told it. */
  nowMs(): number {
    return Date.now() - this.#aheadMs
  }

  /** Begins; waits for the network where there is none. */
  enter(): Promise<void> {
    return this.#ask(() => this.#api.enter())
  }

  /**
   * Asks where the session stands, once there is one; waits for the network where there is none. While something is under
   * way it enters anew, which has decided what was given in another tab: a look changes nothing.
   */
  refresh(): Promise<void> {
    if (!this.#api.access || this.busy || this.#leaving) return Promise.resolve()
    return this.view && this.view.step !== 'processing' ? this.#ask(() => this.#api.read()) : this.enter()
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
    let isLost = false
    return this.#act(() => {
      if (isLost) return this.#api.read()
      const isSent = navigator.onLine
      return this.#api.post(path, {}).catch((problem: ApiProblem) => {
        // Without a network nothing was sent, and whoever says when to ask again has not done it; else that is not known.
        isLost = isSent && (problem.failure === 'network' || problem.retryAfterMs === 0)
        throw problem
      })
    })
  }

  /** Sends a file once the buyer's last press has been answered. Where that led on, nobody asks for it: this never ends. */
  async upload(...args: Parameters<CheckoutApi['upload']>): Promise<void> {
    await this.documentsFree()
    return this.#act(() => this.#api.upload(...args))
  }

  /** Comes once the buyer's last press has been answered, and their documents are still asked for. */
  async documentsFree(): Promise<void> {
    await this.#pressed
    if (this.view?.step !== 'kyc_documents') await new Promise(() => {})
  }

  /**
   * Tells the service that the buyer leaves, once their last press has been answered. False where they have paid, or
   * where a payment is under way: that is shown then. A service that cannot be reached holds up only who may have paid.
   */
  leave(timeoutMs = 3000): Promise<boolean> {
    this.#leaving ??= this.#leave(timeoutMs).finally(() => (this.#leaving = null))
    return this.#leaving
  }

  async #leave(timeoutMs: number): Promise<boolean> {
    const wasPaying = this.#isPaying()
    if (wasPaying) await this.#pressed
    const { view, trouble } = this
    if (!this.#api.access || trouble === 'gone') return true
    if (view && isEndView(view)) return !wasPaying || view.step !== 'approved'
    const turn = ++this.#turn
    clearTimeout(this.#timer)
    const close = () => this.#api.close()
    const answer = await (this.#isPaying()
      ? this.#answer(close, turn)
      : Promise.race([close().catch(() => null), delay(timeoutMs).then(() => null)]))
    if (turn !== this.#turn) return false
    if (answer?.step !== 'approved' && answer?.step !== 'processing') return true
    this.#take(answer)
    return false
  }

  /** A card has been given, and what became of it is not known here. */
  #isPaying(): boolean {
    const { view, busy } = this
    return view?.step === 'processing' || view?.step === 'challenge' || (view?.step === 'pay' && busy)
  }

  #act(request: () => Promise<SessionView>): Promise<void> {
    if (this.busy) return Promise.resolve()
    this.#show({ busy: true })
    this.#pressed = this.#ask(request).finally(() => this.#show({ busy: false }))
    return this.#pressed
  }

  async #ask(request: () => Promise<SessionView>): Promise<void> {
    const view = await this.#answer(request, ++this.#turn)
    if (view) this.#take(view)
  }

  /** Asks until there is an answer; null where something else was asked meanwhile, or where there will never be one. */
  async #answer(request: () => Promise<SessionView>, turn: number): Promise<SessionView | null> {
    for (let attempt = 0; turn === this.#turn; attempt += 1) {
      try {
        const view = await request()
        return turn === this.#turn ? view : null
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        if (turn !== this.#turn) return null
        const isFinal = error.failure === 'gone' || error.failure === 'refused'
        this.#show({ trouble: troubleOf(error.failure) })
        if (isFinal) return null
        await delayOrOnline(error.retryAfterMs || delayMsAt(RECONNECT_MS, attempt))
      }
    }
    return null
  }

  #take(view: SessionView): void {
    this.#polls = view.step === 'processing' ? this.#polls + 1 : 0
    this.#aheadMs = Date.now() - Date.parse(view.now)
    this.deadlineMs = view.expires_at ? Date.parse(view.expires_at) + this.#aheadMs : null
    this.#show({ view, trouble: null })
    clearTimeout(this.#timer)
    if (view.step === 'processing') this.#refreshIn(delayMsAt(POLL_MS, this.#polls - 1))
    else if (isAwaitingPhone(view) || isAwaitingCode(view)) this.#refreshIn(AWAITING_POLL_MS)
    else if (this.deadlineMs !== null) this.#refreshIn(this.deadlineMs - Date.now() + EXPIRY_GRACE_MS)
  }

  #refreshIn(delayMs: number): void {
    const look = (): void => {
      if (this.busy) this.#refreshIn(delayMs)
      else void this.refresh()
    }
    this.#timer = setTimeout(look, Math.max(delayMs, EXPIRY_GRACE_MS))
  }

  #show(change: Partial<Pick<SessionClient, 'view' | 'trouble' | 'busy'>>): void {
    Object.assign(this, change)
    this.dispatchEvent(new Event('change'))
  }
}
