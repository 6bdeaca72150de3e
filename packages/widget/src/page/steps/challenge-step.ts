import { CHALLENGE_DONE, CHECKOUT_PATHS, type SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { keepHistory } from '../ui/keep-history.ts'

const FRAME = 'bank'
/** Most have answered their bank by then, and nobody has given up. */
const OFFERED_AFTER_MS = 15_000
const ASKED_AGAIN_AFTER_MS = 2000

/** The bank's own document in a frame of its own: the page hands it the challenge and learns only that it is over. */
export class ChallengeStep extends LightElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    view: { attribute: false },
    isOffered: { state: true },
  }
  declare context: StepContext
  declare view: Extract<SessionView, { step: 'challenge' }>
  /** To load the bank's page again: no browser tells whether what stands in the frame is the bank's. */
  declare isOffered: boolean | undefined

  #timer: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined
  #restoreHistory = (): void => {}
  /** What stands in the frame is the browser's own page, which says that there is no network, and stays. */
  #isLost = false

  override connectedCallback(): void {
    super.connectedCallback()
    this.#restoreHistory = keepHistory()
    this.#timer = setTimeout(() => (this.isOffered = true), OFFERED_AFTER_MS)
    addEventListener('message', this.#receive)
    addEventListener('online', this.#askAgain)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('message', this.#receive)
    removeEventListener('online', this.#askAgain)
    this.#restoreHistory()
    clearTimeout(this.#timer)
  }

  protected override firstUpdated(): void {
    this.#ask()
  }

  /** In a new frame each time: the bank may have given its own another name, and the form would go to a new window. */
  #ask = (): void => {
    const form = this.querySelector('form')
    form?.after(this.querySelector('iframe') as Node)
    form?.submit()
  }

  #askAgain = (): void => {
    if (this.#isLost) this.#ask()
  }

  protected override render(): TemplateResult {
    const { messages } = this.context
    const { url, creq } = this.view.challenge
    return html`
      <section class="challenge">
        <h1 tabindex="-1" aria-describedby="bank-hint">${messages.bankTitle}</h1>
        <p class="lead" id="bank-hint">${messages.bankHint}</p>
        <form method="post" action=${url} target=${FRAME} hidden>
          <input type="hidden" name="creq" .value=${creq} />
        </form>
        <iframe name=${FRAME} title=${messages.bankFrame} @load=${() => (this.#isLost = !navigator.onLine)}></iframe>
        <button type="button" class="link" ?hidden=${!this.isOffered} @click=${this.#ask}>${messages.bankAgain}</button>
      </section>
    `
  }

  #receive = ({ data, source, origin }: MessageEvent<unknown>): void => {
    const bank = this.querySelector('iframe')?.contentWindow
    const bankOrigin = new URL(this.view.challenge.url, location.href).origin
    if (source === bank && origin === bankOrigin && data === CHALLENGE_DONE) void this.#finish()
  }

  /** Asks what became of it, again and again: the acquirer may hear of the bank's answer later than the buyer's browser. */
  async #finish(): Promise<void> {
    const { session } = this.context
    await session.send(CHECKOUT_PATHS.challenge, { challenge_id: this.view.challenge.id })
    clearTimeout(this.#next)
    this.#next = setTimeout(() => {
      // A question asked now would have the answer to Close dropped.
      if (this.isConnected && !session.isLeaving) void this.#finish()
    }, ASKED_AGAIN_AFTER_MS)
  }
}
customElements.define('challenge-step', ChallengeStep)
