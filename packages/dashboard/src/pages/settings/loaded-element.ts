import type { PropertyValues, TemplateResult } from 'lit'
import { DashboardError } from '../../api/dashboard-error.ts'
import { againLater } from '../../api/tried-again.ts'
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

  #stop: (() => void) | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  /** The latest; what earlier ones find is not shown any more. */
  #reading: Promise<Answer> | undefined
  /** Names of merchants may have come. */
  readonly #redraw = (): void => this.requestUpdate()
  readonly #readAgain = (): unknown => this.isConnected && this.reload()
  /** Another tab may have changed what is shown. */
  readonly #look = (): void => {
    if (!document.hidden) void this.reload()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = onMerchantsChanged(() => this.reload())
    addEventListener(PLACE_CHANGED, this.#redraw)
    document.addEventListener('visibilitychange', this.#look)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#again)
    document.removeEventListener('visibilitychange', this.#look)
    this.#stop?.()
    removeEventListener(PLACE_CHANGED, this.#redraw)
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('merchant')) {
      this.answer = undefined
      this.error = undefined
    }
    if (!this.hasUpdated || changed.has('merchant')) void this.reload()
  }

  async reload(): Promise<void> {
    clearTimeout(this.#again)
    const reading = this.read()
    this.#reading = reading
    try {
      const answer = await reading
      if (reading === this.#reading) this.answer = answer
    } catch (error) {
      if (!(error instanceof DashboardError)) throw error
      if (reading !== this.#reading) return
      this.error = error
      this.#again = againLater(error, this.#readAgain)
    }
  }

  protected override render(): TemplateResult {
    return this.answer === undefined ? unread(this.error, 3) : this.shown(this.answer)
  }
}
