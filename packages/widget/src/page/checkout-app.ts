import type { SessionView } from '@coinslot/contract/checkout'
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { expectsCard, type Host } from './host.ts'
import { arrive, eventOnLeaving, isEnd, START } from './journey.ts'
import { LightElement } from './light-element.ts'
import type { CheckoutSession } from './session.ts'
import type { StepContext } from './step-context.ts'
import { endOf, endScreen, outcome, refusedScreen } from './steps/end-screen.ts'
import { isLoaded, loadStep, payStep, stepOf } from './steps/step.ts'
import { pendingSummary, summary } from './steps/summary.ts'
import { focusStep } from './ui/focus-step.ts'
import { keepFocus } from './ui/keep-focus.ts'
import { alertIcon, closeIcon, infoMark } from './ui/icons.ts'
import { loading } from './ui/loading.ts'

/** What the app is opened with. */
export interface AppSetup extends Pick<StepContext, 'messages' | 'formats' | 'locale'> {
  readonly host: Host
  /** Null where there is only a message to show. */
  readonly session: CheckoutSession | null
}

type Drawn = TemplateResult | typeof nothing

/** The whole page: draws the session's step, moves the focus with it, and tells the host how it ends. */
export class CheckoutApp extends LightElement {
  static override properties: PropertyDeclarations = {
    setup: { attribute: false },
    announcement: { state: true },
    hasLeft: { state: true },
    dismissed: { state: true },
  }
  declare setup: AppSetup | undefined
  declare announcement: string
  declare hasLeft: boolean
  /** The refusal that the buyer has gone on from, by the attempts it left. */
  declare dismissed: number | null

  #shown: string | null = null
  #way = START

  constructor() {
    super()
    this.announcement = ''
    this.hasLeft = false
    this.dismissed = null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('setup') || !this.setup) return
    this.querySelector(':scope > .skeleton')?.remove()
    this.setup.session?.addEventListener('change', this.#follow)
    document.title = this.setup.messages.documentTitle
  }

  protected override render(): Drawn {
    if (!this.setup) return nothing
    const { host, session } = this.setup
    return html`
      <main class="card ${host.mode}" data-step=${session?.view?.step ?? 'none'}>${this.#screen()}</main>
      <div role="status" class="unseen">${this.announcement}</div>
    `
  }

  protected override updated(): void {
    const key = this.#screenKey()
    if (key === null || key === this.#shown) return
    const before = this.#shown
    this.#shown = key
    // The buyer may be elsewhere in the merchant's page: what comes by itself at the beginning does not call them here.
    if (before === null || (before === 'pending' && !document.hasFocus())) return
    if (before === 'pending' && key === 'pay') this.#announceItem()
    else void this.#moveFocus()
  }

  #screen(): TemplateResult {
    const { host, session, messages } = this.#ready()
    if (this.hasLeft)
      return endScreen({ mark: infoMark, title: messages.left, sentences: [messages.pageMayClose], actions: [] })
    const view = session?.view
    if (session?.trouble === 'gone' || !session) {
      const sentence = session || !host.errorCode ? messages.gone : outcome(host.errorCode, messages)
      const actions = [{ text: messages.close, onPress: this.#leave }]
      return endScreen({ mark: infoMark, title: messages.messageTitle, sentences: [sentence], actions })
    }
    return view ? this.#step(view, session) : this.#start(session)
  }

  #step(view: SessionView, session: CheckoutSession): TemplateResult {
    const context = this.#context(session)
    const end = endOf(view, context)
    if (end) return endScreen(end)
    if (this.#isRefusal(view)) return refusedScreen(view, context, () => (this.dismissed = view.attempts_left))
    if (isLoaded(view)) return this.#work(session, summary(view, context), stepOf(view, context))
    void loadStep().then(() => this.requestUpdate())
    return this.#loading(session)
  }

  /** Before the service has said where the session stands. */
  #start(session: CheckoutSession): TemplateResult {
    if (!this.#isPending()) return this.#loading(session)
    const context = this.#context(session)
    return this.#work(session, pendingSummary(context.messages), payStep(null, context))
  }

  #loading(session: CheckoutSession): TemplateResult {
    return this.#closable(html`${this.#trouble(session)} ${loading(this.#ready().messages)}`)
  }

  #work(session: CheckoutSession, about: Drawn, step: Drawn): TemplateResult {
    const { deadlineMs } = session
    return this.#closable(html`
      ${about}
      <div class="work">
        ${this.#trouble(session)}
        ${
          deadlineMs === null
            ? nothing
            : html`<pay-countdown .context=${this.#context(session)} .deadlineMs=${deadlineMs}></pay-countdown>`
        }
        ${step}
      </div>
    `)
  }

  /** One template for all screens but the ends, whose own buttons lead away: Close stays, with its focus. */
  #closable(screen: TemplateResult): TemplateResult {
    return html`${this.#closeButton()} ${screen}`
  }

  #trouble({ trouble }: CheckoutSession): TemplateResult {
    const { messages } = this.#ready()
    return html`<div role="alert">
      ${trouble === null ? nothing : html`<p class="trouble">${alertIcon}<span>${messages[trouble]}</span></p>`}
    </div>`
  }

  #closeButton(): TemplateResult {
    const { messages } = this.#ready()
    return html`<button
      type="button"
      class="close"
      @mousedown=${keepFocus}
      aria-label=${messages.close}
      @click=${this.#leave}
    >
      ${closeIcon}
    </button>`
  }

  #context(session: CheckoutSession): StepContext {
    const { messages, formats, locale } = this.#ready()
    return { session, messages, formats, locale, leave: this.#leave, announce: (text) => (this.announcement = text) }
  }

  #ready(): AppSetup {
    if (!this.setup) throw new Error('the app is drawn before it is set up')
    return this.setup
  }

  /** The session said something new. */
  #follow = (): void => {
    const { host, session } = this.#ready()
    const view = session?.view
    if (view) {
      const { way, event } = arrive(this.#way, view)
      this.#way = way
      if (event) host.tell(event, view.payment_intent_id, false)
    }
    this.requestUpdate()
  }

  #leave = async (): Promise<void> => {
    const { host, session } = this.#ready()
    const view = session?.view ?? null
    if (session && view && !isEnd(view.step) && !(await session.leave())) return
    host.tell(eventOnLeaving(view?.step ?? null), view?.payment_intent_id ?? host.paymentIntentId, true)
    if (host.mode === 'frame') return
    if (view?.return_url) location.assign(view.return_url)
    else this.hasLeft = true
  }

  #screenKey(): string | null {
    if (this.hasLeft) return 'left'
    if (!this.setup) return null
    const { session } = this.setup
    if (!session || session.trouble === 'gone') return 'gone'
    const { view } = session
    if (!view) return this.#isPending() ? 'pending' : null
    if (!isEnd(view.step) && !isLoaded(view)) return this.#shown
    return this.#isRefusal(view) ? 'refused' : view.step
  }

  /** The card form is drawn, but not what is paid for. */
  #isPending(): boolean {
    const { host, session } = this.#ready()
    return session?.view === null && expectsCard(host)
  }

  #isRefusal(view: SessionView): view is Extract<SessionView, { step: 'pay' }> {
    return view.step === 'pay' && view.refused && view.attempts_left !== this.dismissed
  }

  /** The buyer is in the form already, below what has only now been said. */
  #announceItem(): void {
    const { session, formats } = this.#ready()
    const item = session?.view?.item
    if (item) this.announcement = `${item.title}: ${formats.price(item.amount, item.currency)}`
  }

  async #moveFocus(): Promise<void> {
    await this.updateComplete
    this.announcement = await focusStep(this)
  }
}
customElements.define('checkout-app', CheckoutApp)
