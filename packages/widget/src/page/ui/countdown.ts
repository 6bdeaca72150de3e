import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { clockIcon } from './icons.ts'

const SHOWN_MS = 5 * 60_000
const ANNOUNCED_MINUTES: ReadonlySet<number> = new Set([5, 2, 1])

/** The time left in the last five minutes; read out only at 5, 2 and 1. */
export class PayCountdown extends LightElement {
  static override properties: PropertyDeclarations = { context: { attribute: false }, deadlineMs: { attribute: false } }
  declare context: StepContext
  declare deadlineMs: number

  #timer: ReturnType<typeof setInterval> | undefined
  #announced: number | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.#timer = setInterval(() => this.requestUpdate(), 1000)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearInterval(this.#timer)
  }

  protected override render(): TemplateResult | typeof nothing {
    const leftMs = this.deadlineMs - Date.now()
    if (leftMs > SHOWN_MS || leftMs <= 0) return nothing
    this.#announce(Math.ceil(leftMs / 60_000))
    const time = this.context.formats.span(leftMs)
    return html`<p class="countdown" role="timer">
      ${clockIcon}<span .textContent=${this.context.messages.timeLeft(time)}></span>
    </p>`
  }

  #announce(minutes: number): void {
    if (minutes === this.#announced) return
    this.#announced = minutes
    if (!ANNOUNCED_MINUTES.has(minutes)) return
    const { announce, formats, messages, session } = this.context
    const isPurchase = session.view?.flow === 'PAYMENT'
    announce(isPurchase ? messages.minutesLeft(minutes) : messages.timeLeft(formats.span(minutes * 60_000)))
  }
}
customElements.define('pay-countdown', PayCountdown)
