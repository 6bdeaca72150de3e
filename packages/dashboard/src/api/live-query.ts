import { type DashboardOperationId, LIVE_SUFFIX } from '@coinslot/contract/dashboard'
import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { SESSION_ENDED, SESSION_RENEWED } from '../session.ts'
import { ACTED, ask, type Request, urlOf } from './api.ts'
import { newsFound, newsLost } from './connection.ts'
import { DashboardError, unreachable } from './dashboard-error.ts'
import { AGAIN_MS, mayPass } from './tried-again.ts'

/** What an operation reads, kept up to date for as long as its host is on the page and the page is looked at. */
export class LiveQuery<Id extends DashboardOperationId> implements ReactiveController {
  answer: DashboardAnswer<Id> | undefined
  error: DashboardError | undefined
  readonly #host: ReactiveControllerHost
  readonly #operation: Id
  readonly #onAnswer: (answer: DashboardAnswer<Id>, isOfOther: boolean) => void
  #request: Request | undefined
  #url = ''
  /** Something else is asked for than was at first, and has not come yet. */
  #isOfOther = false
  #source: EventSource | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  /** @param onAnswer is told of each answer before it takes the place of the last, and whether it is the first of another request */
  constructor(
    host: ReactiveControllerHost,
    operation: Id,
    onAnswer: (answer: DashboardAnswer<Id>, isOfOther: boolean) => void = () => undefined,
  ) {
    this.#host = host
    this.#operation = operation
    this.#onAnswer = onAnswer
    host.addController(this)
  }

  /** Watches this from now on; nothing happens where it is watched already. @returns whether something did */
  watch(request: Request): boolean {
    const url = urlOf(this.#operation, request, LIVE_SUFFIX)
    if (url === this.#url) return false
    this.#isOfOther = this.#url !== ''
    this.#url = url
    this.#request = request
    this.answer = undefined
    this.error = undefined
    this.#close()
    if (!document.hidden) void this.#open()
    return true
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisibility)
    addEventListener(SESSION_RENEWED, this.#onVisibility)
    addEventListener(ACTED, this.#onAction)
    if (this.#url !== '' && this.#source === undefined) void this.#open()
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    removeEventListener(SESSION_RENEWED, this.#onVisibility)
    removeEventListener(ACTED, this.#onAction)
    this.#close()
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.#close()
    else if (this.#source === undefined && this.#url !== '') void this.#open()
  }

  /** A stream tells of it by itself; where the windows of this session have all that there are, it is looked for. */
  readonly #onAction = (): void => {
    if (this.#source?.readyState !== EventSource.CLOSED) return
    clearTimeout(this.#again)
    this.#open()
  }

  #end(): void {
    this.#close()
    dispatchEvent(new Event(SESSION_ENDED))
  }

  #close(): void {
    newsFound(this)
    clearTimeout(this.#again)
    this.#source?.close()
    this.#source = undefined
  }

  #open(): void {
    const source = new EventSource(this.#url)
    this.#source = source
    source.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.#source === source) this.#take(JSON.parse(data))
    }
    source.onerror = () => {
      if (this.#source !== source) return
      // A refusal closes the source for good, without saying why: a plain request is told.
      if (source.readyState === EventSource.CLOSED) void this.#learnWhy(source)
      else this.#fail(unreachable())
    }
  }

  async #learnWhy(refused: EventSource): Promise<void> {
    try {
      const answer = await ask(this.#operation, this.#request)
      if (this.#source !== refused) return
      this.#take(answer)
    } catch (error) {
      if (this.#source !== refused) return
      const isTold = error instanceof DashboardError && error.code !== 'unreachable'
      const reason = isTold ? error : unreachable(error)
      this.#fail(reason)
      if (!mayPass(reason)) return
    }
    this.#again = setTimeout(() => this.#open(), AGAIN_MS)
  }

  #take(answer: DashboardAnswer<Id>): void {
    this.#onAnswer(answer, this.#isOfOther)
    this.#isOfOther = false
    this.answer = answer
    this.error = undefined
    newsFound(this)
    this.#host.requestUpdate()
  }

  #fail(error: DashboardError): void {
    this.error = error
    if (error.code === 'unreachable') newsLost(this)
    if (error.code === 'session_ended') this.#end()
    this.#host.requestUpdate()
  }
}
