import { html, nothing, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { CONNECTION_CHANGED, isCutOff } from '../api/connection.ts'
import { DashboardError } from '../api/dashboard-error.ts'
import { PLACE_CHANGED } from '../router.ts'
import { SESSION_ENDED } from '../session.ts'
import { LightElement } from './light-element.ts'
import { icon } from './icons.ts'
import { ofRefusedField } from './refused-field.ts'

const SHOWN_MS = 6_000
/** Of what has been done nothing is left to do; why something was not has to be read, however long that takes. */
const stays = ({ tone }: Notice): boolean => tone === 'bad'
const NOTICE = 'dashboard-notice'

interface Notice {
  readonly text: string
  readonly tone: 'good' | 'bad'
}

/** Says what became of something the viewer did; what is bad stays until it is dismissed. */
export const notify = (text: string, tone: Notice['tone'] = 'good'): void =>
  void dispatchEvent(new CustomEvent<Notice>(NOTICE, { detail: { text, tone } }))

/** @param form where it was asked for. @returns what came of it; `undefined` where it was refused, which is told */
export const orTell = async <T>(work: Promise<T>, form?: HTMLFormElement): Promise<T | undefined> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DashboardError)) throw error
    if (error.code === 'session_ended') dispatchEvent(new Event(SESSION_ENDED))
    else notify(form === undefined ? error.message : ofRefusedField(form, error.message), 'bad')
    return undefined
  }
}

/** Does what the viewer asked for, and says how it went. Otherwise as `orTell`. */
export const attempt = <T>(
  work: Promise<T>,
  done: string | ((answer: T) => string),
  form?: HTMLFormElement,
): Promise<T | undefined> => {
  const tell = (answer: T): T => {
    notify(typeof done === 'string' ? done : done(answer))
    return answer
  }
  return orTell(work.then(tell), form)
}

const line = (tone: Notice['tone'], words: unknown, dismiss: unknown = nothing): TemplateResult =>
  html`<p class="notice" data-tone=${tone}>
    ${icon(tone === 'good' ? 'good' : 'triangle-exclamation')}${words}${dismiss}
  </p>`

const wordsOf = (text: string): TemplateResult => html`<span .textContent=${text}></span>`
/** New each time, so that the same words are read out again. */
const newWordsOf = (notice: Notice): unknown => keyed(notice, wordsOf(notice.text))
const CUT_OFF = wordsOf('The service cannot be reached: what is shown is of before. It is tried again by itself.')

/** The place where notices are shown and read out. */
export class DashboardNotices extends LightElement {
  static override properties = { notice: { state: true } }
  declare notice: Notice | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** What is told of happened there. */
  #page = ''

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener(NOTICE, this.#show)
    addEventListener(CONNECTION_CHANGED, this.#redraw)
    addEventListener(PLACE_CHANGED, this.#leave)
    addEventListener('keydown', this.#press)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener(NOTICE, this.#show)
    removeEventListener(CONNECTION_CHANGED, this.#redraw)
    removeEventListener(PLACE_CHANGED, this.#leave)
    removeEventListener('keydown', this.#press)
  }

  readonly #redraw = (): void => this.requestUpdate()

  readonly #show = (event: Event): void => {
    const { detail: notice } = event as CustomEvent<Notice>
    this.notice = notice
    this.#page = location.pathname
    clearTimeout(this.#timer)
    if (!stays(notice)) this.#timer = setTimeout(this.#dismiss, SHOWN_MS)
  }

  readonly #dismiss = (): void => void (this.notice = undefined)

  readonly #leave = (): void => {
    if (this.#page !== location.pathname) this.#dismiss()
  }

  readonly #press = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') this.#dismiss()
  }

  protected override render(): TemplateResult {
    const { notice } = this
    return html`<div role="status" aria-live="polite" class="notices">
      ${isCutOff() ? line('bad', CUT_OFF) : nothing}
      ${notice === undefined ? nothing : line(notice.tone, newWordsOf(notice), stays(notice) ? this.#close() : nothing)}
    </div>`
  }

  #close(): TemplateResult {
    return html`<button type="button" class="wa-plain" aria-label="Dismiss" @click=${this.#dismiss}>
      ${icon('xmark')}
    </button>`
  }
}
customElements.define('dashboard-notices', DashboardNotices)
