import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { eventOnLeaving, isEndView } from './ends.ts'
import { expectsCard, type Host } from './host.ts'
import { arrive, START } from './journey.ts'
import { LightElement } from './light-element.ts'
import { isVerification, keyOf, type Screen, screenOf } from './screen.ts'
import type { SessionClient } from './session-client.ts'
import type { StepContext } from './step-context.ts'
import { ended, left, refused, unavailable } from './steps/end-screen.ts'
import { hasVerification, loadVerification, payStep, step } from './steps/step.ts'
import { pendingSummary, summary } from './steps/summary.ts'
import { closeButton } from './ui/close-button.ts'
import { focusStep } from './ui/focus-step.ts'
import { alertIcon } from './ui/icons.ts'
import { loading } from './ui/loading.ts'
import { merchantLine } from './ui/merchant.ts'

/** What the app is opened with. */
export interface AppSetup extends Pick<StepContext, 'messages' | 'formats' | 'locale' | 'merchant' | 'brands'> {
  readonly host: Host
  /** Null where there is only a message to show. */
  readonly session: SessionClient | null
}

type Part = TemplateResult | typeof nothing

/** The whole page: draws the session's screen, moves the focus with it, and tells the host how it ends. */
export class CheckoutApp extends LightElement {
  static override properties: PropertyDeclarations = {
    setup: { attribute: false },
    announcement: { state: true },
    hasLeft: { state: true },
    dismissedAttemptsLeft: { state: true },
  }
  declare setup: AppSetup | undefined
  declare announcement: string
  declare hasLeft: boolean
  declare dismissedAttemptsLeft: number | null

  #screen: Screen = { kind: 'loading' }
  #shownKey: string | null = null
  /** The screen on which a click, or the first of a double click, was made. */
  #clickedKey: string | null = null
  readonly #refusedCard = { number: '', name: '' }
  #journey = START

  constructor() {
    super()
    this.announcement = ''
    this.hasLeft = false
    this.dismissedAttemptsLeft = null
    // Pressed, it would take the keyboard from where the screen has it.
    this.addEventListener('mousedown', this.#keepToScreen, true)
    this.addEventListener('click', this.#keepToScreen, true)
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.setup) return
    const { host, session, messages, merchant } = this.setup
    if (changed.has('setup')) {
      this.querySelector(':scope > .skeleton')?.remove()
      session?.addEventListener('change', this.#follow)
      document.title = [messages.documentTitle, ...(merchant ? [merchant.name] : [])].join(' · ')
    }
    this.#screen = screenOf({
      session: session && { view: session.view, isGone: session.trouble === 'gone' },
      errorCode: host.errorCode,
      expectsCard: expectsCard(host),
      hasVerification: hasVerification(),
      dismissedAttemptsLeft: this.dismissedAttemptsLeft,
      hasLeft: this.hasLeft,
    })
  }

  protected override render(): Part {
    if (!this.setup) return nothing
    const { host, session, merchant, messages } = this.setup
    return html`
      ${merchantLine(merchant, messages)}
      <main class="card ${host.mode}" data-step=${session?.view?.step ?? 'none'}>${this.#draw(this.#screen)}</main>
      <div role="status" class="unseen" .textContent=${this.announcement}></div>
    `
  }

  protected override updated(): void {
    if (!this.setup || this.#screen.kind === 'loading') return
    const before = this.#shownKey
    const key = keyOf(this.#screen)
    this.#shownKey = key
    // The buyer may be elsewhere in the merchant's page: what comes by itself at the beginning does not call them here.
    if (key === before || before === null || (before === 'form-first' && !document.hasFocus())) return
    if (before === 'form-first' && key === 'pay') this.#announceItem()
    else void this.#moveFocus()
  }

  #draw(screen: Screen): TemplateResult {
    const { host, messages } = this.#ready()
    switch (screen.kind) {
      case 'left':
        return left({ messages })
      case 'unavailable':
        return unavailable(screen.errorCode, host.flow, { messages, leave: this.leave })
      case 'loading':
        return this.#closable(html`${this.#trouble()} ${loading(messages)}`)
      case 'form-first':
        return this.#work(pendingSummary(messages), payStep(null, this.#context()))
      case 'step':
        return this.#work(summary(screen.view, this.#context()), step(screen.view, this.#context()))
      case 'refused': {
        const goOn = (): number => (this.dismissedAttemptsLeft = screen.view.attempts_left)
        return refused(screen.view, this.#context(), goOn)
      }
      case 'end':
        return ended(screen.view, this.#context())
    }
  }

  #work(about: Part, current: TemplateResult): TemplateResult {
    return this.#closable(html`
      ${about}
      <div class="work">${this.#trouble()} ${this.#countdown()} ${current}</div>
    `)
  }

  /** One template for all screens but the ends, whose own buttons lead away: Close stays, with its focus. */
  #closable(screen: TemplateResult): TemplateResult {
    return html`${closeButton(this.#ready().messages, this.leave)} ${screen}`
  }

  #trouble(): TemplateResult {
    const { session, messages } = this.#ready()
    const trouble = session?.trouble ?? null
    return html`<div role="alert">
      ${trouble === null ? nothing : html`<p class="trouble">${alertIcon}<span .textContent=${messages[trouble]}></span></p>`}
    </div>`
  }

  #countdown(): Part {
    const context = this.#context()
    const { deadlineMs } = context.session
    return deadlineMs === null
      ? nothing
      : html`<pay-countdown .context=${context} .deadlineMs=${deadlineMs}></pay-countdown>`
  }

  #context(): StepContext {
    const { session, merchant, brands, messages, formats, locale } = this.#ready()
    if (!session) throw new Error('there is no session to draw a step of')
    return {
      session,
      merchant,
      brands,
      messages,
      formats,
      locale,
      refusedCard: this.#refusedCard,
      leave: this.leave,
      announce: (text) => (this.announcement = text),
    }
  }

  #ready(): AppSetup {
    if (!this.setup) throw new Error('the app is drawn before it is set up')
    return this.setup
  }

  /** The second click of a double click is meant for the screen of the first: where another has come, it does nothing. */
  #keepToScreen = (event: MouseEvent): void => {
    if (event.detail < 2) this.#clickedKey = this.#shownKey
    if (this.#clickedKey === this.#shownKey) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** The session said something new. */
  #follow = (): void => {
    const { host, session } = this.#ready()
    const view = session?.view
    if (view) {
      const { journey, event } = arrive(this.#journey, view)
      this.#journey = journey
      if (event) host.tell(event, view.payment_intent_id, false)
      if (!isEndView(view) && isVerification(view) && !hasVerification())
        void loadVerification().then(() => this.requestUpdate())
    }
    this.requestUpdate()
  }

  /** The buyer wants to leave, by Close or by whatever else closes the widget: the service has the last word. */
  readonly leave = async (): Promise<void> => {
    const { host, session } = this.#ready()
    if (session && !(await session.leave())) return
    const view = session?.view
    host.tell(eventOnLeaving(view?.step ?? null), view?.payment_intent_id ?? host.paymentIntentId, true)
    if (host.mode === 'frame') return
    if (view?.return_url) location.assign(view.return_url)
    else this.hasLeft = true
  }

  /** The buyer is in the form already, below what has only now been said. */
  #announceItem(): void {
    const { session, formats } = this.#ready()
    const item = session?.view?.item
    if (item) this.announcement = `${item.title}: ${formats.price(item.amount, item.currency)}`
  }

  async #moveFocus(): Promise<void> {
    await this.updateComplete
    const { element, head, sentence } = await focusStep(this)
    this.announcement = sentence
    const field = element?.closest('.field') ?? element
    if (!field) return
    if (head && head !== field) this.#reveal(head, field)
    // Where the window has no room for both.
    this.#reveal(field, field)
  }

  /** Once the frame has grown or shrunk to the new step, which the merchant's page hears before this. */
  #reveal(first: Element, last: Element): void {
    const post = (): void => {
      const { top } = first.getBoundingClientRect()
      this.#ready().host.reveal(top, last.getBoundingClientRect().bottom - top)
    }
    requestAnimationFrame(() => requestAnimationFrame(post))
  }
}
customElements.define('checkout-app', CheckoutApp)
