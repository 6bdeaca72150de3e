import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { csvLink } from '../../ui/filters.ts'
import { submitted } from '../../ui/forms.ts'
import { attempt } from '../../ui/notices.ts'
import { LoadedElement } from './loaded-element.ts'

const KINDS = {
  bans: {
    title: 'Banned customers',
    field: 'E-mail, wallet or external id',
    empty: 'Nobody is banned.',
    list: 'listBans',
    add: 'addBan',
    remove: 'removeBan',
    addText: 'Ban',
    removeText: 'Lift',
  },
  wallets: {
    title: 'Flagged wallets',
    field: 'Wallet address',
    empty: 'No wallet is flagged.',
    list: 'listFlaggedWallets',
    add: 'flagWallet',
    remove: 'unflagWallet',
    addText: 'Flag',
    removeText: 'Clear',
  },
} as const

/** One of the operator's lists. */
export class ValueList extends LoadedElement<DashboardAnswer<'listBans'>> {
  static override properties = { ...LoadedElement.properties, kind: { attribute: false } }
  declare kind: keyof typeof KINDS

  protected override read(): Promise<DashboardAnswer<'listBans'>> {
    return ask(KINDS[this.kind].list)
  }

  async #add(event: SubmitEvent): Promise<void> {
    const { form, given } = submitted(event)
    const body = { value: String(given.get('value')) }
    if ((await attempt(ask(KINDS[this.kind].add, { body }), 'It is on the list')) === undefined) return
    form.reset()
    await this.reload()
  }

  async #remove(value: string): Promise<void> {
    await attempt(ask(KINDS[this.kind].remove, { body: { value } }), 'It is off the list')
    await this.reload()
  }

  protected override shown({ values }: DashboardAnswer<'listBans'>): TemplateResult {
    const { title, field, empty, list, addText, removeText } = KINDS[this.kind]
    const id = `list-${this.kind}`
    return html`<section class="panel" aria-labelledby=${id}>
      <header class="panel-head">
        <h2 id=${id}>${title}</h2>
        ${csvLink(list)}
      </header>
      <form class="inline-form" @submit=${this.#add}>
        <label class="field" data-wide
          ><span>${field}</span><input name="value" required maxlength="255" autocomplete="off"
        /></label>
        <button class="wa-brand">${addText}</button>
      </form>
      ${
        values.length === 0
          ? html`<p class="hint">${empty}</p>`
          : html`<ul class="plain-list">
              ${values.map(
                ({ value }, index) =>
                  html`<li>
                    <span id=${`${id}-${index}`}>${value}</span>
                    <button
                      type="button"
                      class="wa-outlined wa-neutral wa-size-s"
                      aria-describedby=${`${id}-${index}`}
                      @click=${() => this.#remove(value)}
                    >
                      ${removeText}
                    </button>
                  </li>`,
              )}
            </ul>`
      }
    </section>`
  }
}
customElements.define('value-list', ValueList)
