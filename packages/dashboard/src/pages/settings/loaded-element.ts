import type { TemplateResult } from 'lit'
import type { DashboardError } from '../../api/dashboard-error.ts'
import { LatestReading } from '../../api/latest-reading.ts'
import { PLACE_CHANGED } from '../../router.ts'
import { unread } from '../../ui/empty-state.ts'
import { LightElement } from '../../ui/light-element.ts'
import { onMerchantsChanged } from '../../ui/merchant-choice.ts'

/** A part of the settings that is read when it is shown, and again after each change and each new merchant. */
export abstract class LoadedElement<Answer> extends LightElement {
  static override properties = { answer: { state: true }, error: { state: true }, merchant: { attribute: false } }
  declare answer: Answer | undefined
  declare error: DashboardError | undefined
  /** The merchant whose settings these are; `undefined` for those of every merchant. */
  declare merchant: string | undefined

  /** Reads what is shown. */
  protected abstract read(): Promise<Answer>
  protected abstract shown(answer: Answer): TemplateResult

  /** Names what is read: of what was named before nothing is shown. */
  protected get asked(): string {
    return this.merchant ?? ''
  }

  #asked: string | undefined
  #stop: (() => void) | undefined
  readonly #reading = new LatestReading<Answer>(this, {
    read: () => this.read(),
    take: (answer) => (this.answer = answer),
    fail: (error) => (this.error = error),
    followsTabs: true,
  })
  /** Names of merchants may have come. */
  readonly #redraw = (): void => this.requestUpdate()

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = onMerchantsChanged(() => this.reload())
    addEventListener(PLACE_CHANGED, this.#redraw)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop?.()
    removeEventListener(PLACE_CHANGED, this.#redraw)
  }

  protected override willUpdate(): void {
    const { asked } = this
    if (asked === this.#asked) return
    this.#asked = asked
    this.answer = undefined
    this.error = undefined
    void this.reload()
  }

  reload(): Promise<void> {
    return this.#reading.start()
  }

  protected override render(): TemplateResult {
    return this.answer === undefined ? unread(this.error, 3) : this.shown(this.answer)
  }
}
