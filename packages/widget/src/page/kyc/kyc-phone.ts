import { CHECKOUT_PATHS, type SessionView } from '@coinslot/contract/checkout'
import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { LightElement } from '../light-element.ts'
import type { StepContext } from '../step-context.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { loadPart } from '../wait.ts'
import type { qrCode } from './qr-code.ts'

type Phone = NonNullable<Extract<SessionView, { step: 'kyc_documents' }>['phone']>
type DrawCode = typeof qrCode

const LINK_ID = 'phone-link'

/** Hands the documents over to the buyer's phone, by a link that opens once, and shows what becomes of it. */
export class KycPhone extends LightElement {
  static override properties: PropertyDeclarations = {
    context: { attribute: false },
    phone: { attribute: false },
    isReceiving: { attribute: false },
    note: { state: true },
    isWaiting: { state: true },
    drawCode: { state: true },
  }
  declare context: StepContext
  declare phone: Phone
  /** A file is on its way. */
  declare isReceiving: boolean
  declare note: string
  /** A link is asked for once what was pressed before has been answered. */
  declare isWaiting: boolean
  /** Loaded with the first link. */
  declare drawCode: DrawCode | null

  #isAsked = false
  #hadFocus = false

  constructor() {
    super()
    this.note = ''
    this.isWaiting = false
    this.drawCode = null
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('phone')) return
    this.#hadFocus = this.contains(document.activeElement)
    this.note = this.#noteAfter(changed.get('phone'))
    if (this.phone.state === 'waiting' && this.drawCode === null) void this.#loadCode()
  }

  /** What a screen reader is told of the link; that it was copied stands for as long as it waits. */
  #noteAfter(before: Phone | undefined): string {
    const { messages } = this.context
    const { state } = this.phone
    if (state === 'open') return messages.phoneConnected
    if (state === 'expired') return messages.phoneExpired
    return before?.state === state ? this.note : ''
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!changed.has('phone')) return
    const isLost = this.#hadFocus && !this.contains(document.activeElement)
    if (!isLost && !this.#isAsked) return
    this.#isAsked = false
    this.querySelector('h2')?.focus()
  }

  protected override render(): TemplateResult {
    const { messages } = this.context
    const { phone } = this
    if (phone.state === 'none') {
      return html`
        <button
          type="button"
          class="secondary"
          aria-describedby="phone-why"
          aria-busy=${this.isWaiting}
          @mousedown=${keepFocus}
          @click=${this.#ask}
        >
          ${messages.usePhone}
        </button>
        <p class="hint" id="phone-why" .textContent=${this.note || messages.usePhoneHint}></p>
      `
    }
    const link = phone.state === 'waiting' ? this.#link(phone.url) : null
    return html`
      <section class="phone" aria-labelledby="phone-title">
        <h2
          id="phone-title"
          tabindex="-1"
          aria-describedby="phone-how"
          .textContent=${messages[link ? 'phoneTitle' : 'usePhone']}
        ></h2>
        ${link}
        <p role="status" class="note" .textContent=${this.note}></p>
        <button type="button" class="link" @mousedown=${keepFocus} @click=${this.#ask}>${messages.newLink}</button>
      </section>
    `
  }

  #link(url: string): TemplateResult {
    const { messages } = this.context
    return html`
      <p class="hint" id="phone-how">${messages.phoneHow}</p>
      ${this.drawCode === null ? html`<div class="qr"></div>` : this.drawCode(url, messages.phoneQr)}
      <div class="field">
        <label for=${LINK_ID}>${messages.phoneLink}</label>
        <div class="box"><input id=${LINK_ID} readonly dir="ltr" .value=${url} @focus=${this.#select} /></div>
      </div>
      <button type="button" class="secondary" @click=${this.#copy}>${messages.copyLink}</button>
    `
  }

  async #loadCode(): Promise<void> {
    this.drawCode = (await loadPart(() => import('./qr-code.ts'))).qrCode
  }

  #ask = async (): Promise<void> => {
    const { session, announce, messages } = this.context
    if (this.isWaiting) return
    this.isWaiting = true
    this.note = this.isReceiving ? messages.fileAwaited : ''
    // Without a link there is no place yet where the note would be heard.
    if (this.phone.state === 'none') announce(this.note)
    await session.documentsFree()
    this.note = ''
    this.#isAsked = true
    await session.send(CHECKOUT_PATHS.kycPhone, {})
    this.isWaiting = false
  }

  #select = ({ currentTarget }: Event): void => (currentTarget as HTMLInputElement).select()

  /** By selection: the clipboard itself is not for a page in another's frame. */
  #copy = ({ currentTarget }: Event): void => {
    this.querySelector<HTMLInputElement>(`#${LINK_ID}`)?.select()
    if (document.execCommand('copy')) this.note = this.context.messages.linkCopied
    ;(currentTarget as HTMLElement).focus()
  }
}
customElements.define('kyc-phone', KycPhone)
