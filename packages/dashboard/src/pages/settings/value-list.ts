import type { ListedRow } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { PagedList } from '../../api/paged-list.ts'
import type { Column } from '../../ui/data-table.ts'
import { csvLink } from '../../ui/csv-link.ts'
import { onSubmit, submitButton } from '../../ui/forms.ts'
import { LightElement } from '../../ui/light-element.ts'
import { attempt } from '../../ui/notices.ts'
import { onPress } from '../../ui/one-press.ts'
import { pagedTable } from '../../ui/paged-table.ts'
import { timeStamp } from '../../ui/time-stamp.ts'

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

const UNREADABLE = 'Cannot be read: it takes a secret key that is not configured'

/** One of the operator's lists. */
class ValueList extends LightElement {
  readonly #kind: keyof typeof KINDS
  readonly #list: PagedList<'listBans' | 'listFlaggedWallets', ListedRow>

  constructor(kind: keyof typeof KINDS) {
    super()
    this.#kind = kind
    this.#list = new PagedList(this, KINDS[kind].list, ({ values }) => values)
  }

  protected override willUpdate(): void {
    this.#list.watch({})
  }

  async #add(form: HTMLFormElement, given: FormData): Promise<void> {
    const request = ask(KINDS[this.#kind].add, { body: { value: String(given.get('value')) } })
    if ((await attempt(request, 'It is on the list', form)) !== undefined) form.reset()
  }

  async #remove({ id, value }: ListedRow): Promise<void> {
    const request = ask(KINDS[this.#kind].remove, { body: { value } })
    if ((await attempt(request, 'It is off the list')) !== undefined) this.#list.forget(id)
  }

  protected override render(): TemplateResult {
    const { title, field, empty, list, addText } = KINDS[this.#kind]
    const id = `list-${this.#kind}`
    return html`<section aria-labelledby=${id}>
      <header class="page-head">
        <h2 id=${id}>${title}</h2>
        ${csvLink(list)}
      </header>
      <form class="inline-form" data-draft @submit=${onSubmit((form, given) => this.#add(form, given))}>
        <label class="field" data-wide
          ><span>${field}</span><input name="value" required maxlength="255" autocomplete="off"
        /></label>
        ${submitButton(addText)}
      </form>
      ${pagedTable(this.#list, { label: title, columns: this.#columns(), empty: html`<p class="hint">${empty}</p>` })}
    </section>`
  }

  #columns(): readonly Column<ListedRow>[] {
    return [
      {
        title: 'Value',
        place: 'lead',
        cell: ({ id, value }) => html`<span id=${id} class="long">${value || UNREADABLE}</span>`,
      },
      { title: 'Added', place: 'under', cell: ({ added_at }) => timeStamp(added_at) },
      {
        title: 'Change',
        place: 'trail',
        align: 'end',
        hasButtons: true,
        cell: (row) =>
          html`<button
            type="button"
            class="wa-outlined wa-neutral wa-size-s"
            aria-describedby=${row.id}
            ?disabled=${row.value === ''}
            @click=${onPress(() => this.#remove(row))}
          >
            ${KINDS[this.#kind].removeText}
          </button>`,
      },
    ]
  }
}

customElements.define(
  'ban-list',
  class extends ValueList {
    constructor() {
      super('bans')
    }
  },
)
customElements.define(
  'wallet-list',
  class extends ValueList {
    constructor() {
      super('wallets')
    }
  },
)
