import type { MerchantName } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { ask } from '../api/api.ts'
import { LatestReading } from '../api/latest-reading.ts'
import { PLACE_CHANGED, type Place, setFilters } from '../router.ts'
import { mayLeaveForms } from './drafts.ts'
import { LightElement } from './light-element.ts'
import { rememberMerchants } from './merchant-names.ts'

const MERCHANTS_CHANGED = 'merchants-changed'

/** Lets every list of merchants be read again. */
export const tellMerchantsChanged = (): void => void dispatchEvent(new Event(MERCHANTS_CHANGED))

/** @returns what ends the listening */
export const onMerchantsChanged = (read: () => unknown): (() => void) => {
  const listen = () => void read()
  addEventListener(MERCHANTS_CHANGED, listen)
  return () => removeEventListener(MERCHANTS_CHANGED, listen)
}

/** Which merchant an operator looks at: all of them, or one. */
export class MerchantChoice extends LightElement {
  static override properties = { place: { attribute: false }, merchants: { state: true } }
  declare place: Place
  /** By their names: one of thousands is looked for by typing. */
  declare merchants: readonly MerchantName[]
  #stop: (() => void) | undefined
  readonly #reading = new LatestReading(this, {
    read: () => ask('readMerchantNames'),
    take: ({ merchants }) => this.#take(merchants),
  })

  constructor() {
    super()
    this.merchants = []
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#stop = onMerchantsChanged(() => this.#reading.start())
    void this.#reading.start()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#stop?.()
  }

  /** Rows that were drawn before their merchants had names are drawn again. */
  #take(merchants: readonly MerchantName[]): void {
    const { compare } = new Intl.Collator()
    this.merchants = merchants.toSorted((one, other) => compare(one.name, other.name))
    rememberMerchants(merchants)
    dispatchEvent(new Event(PLACE_CHANGED))
  }

  async #choose(select: HTMLSelectElement, before: string): Promise<void> {
    const merchant = select.value
    if (await mayLeaveForms()) setFilters({ merchant })
    else select.value = before
  }

  protected override render(): TemplateResult {
    const chosen = this.place.search.get('merchant') ?? ''
    const choose = (event: Event) => void this.#choose(event.target as HTMLSelectElement, chosen)
    return html`<label class="field who-name">
      <span>Merchant</span>
      <select @change=${choose}>
        <option value="" .selected=${chosen === ''}>All merchants</option>
        ${guard([this.merchants, chosen], () =>
          this.merchants.map(({ id, name }) => html`<option value=${id} .selected=${id === chosen}>${name}</option>`),
        )}
      </select>
    </label>`
  }
}
customElements.define('merchant-choice', MerchantChoice)
