import { CHALLENGE_DONE, CHECKOUT_PATHS, type SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { keepHistory } from '../ui/keep-history.ts'

const FRAME = 'bank'

/** The bank's own document in a frame of its own: the page hands it the challenge and learns only that it is over. */
export class ChallengeStep extends LightElement {
  static override properties: PropertyDeclarations = { context: { attribute: false }, view: { attribute: false } }
  declare context: StepContext
  declare view: Extract<SessionView, { step: 'challenge' }>

  #restoreHistory = (): void => {}

  override connectedCallback(): void {
    super.connectedCallback()
    this.#restoreHistory = keepHistory()
    addEventListener('message', this.#receive)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('message', this.#receive)
    this.#restoreHistory()
  }

  protected override firstUpdated(): void {
    this.querySelector('form')?.submit()
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
        <iframe name=${FRAME} title=${messages.bankFrame}></iframe>
      </section>
    `
  }

  #receive = ({ data, source, origin }: MessageEvent<unknown>): void => {
    const bank = this.querySelector('iframe')?.contentWindow
    const isOver = source === bank && origin === this.#bankOrigin() && data === CHALLENGE_DONE
    if (isOver) void this.context.session.send(CHECKOUT_PATHS.challenge, { challenge_id: this.view.challenge.id })
  }

  #bankOrigin(): string {
    return new URL(this.view.challenge.url, location.href).origin
  }
}
customElements.define('challenge-step', ChallengeStep)
