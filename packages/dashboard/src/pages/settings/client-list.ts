import type { ClientRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { confirmAction, decideAction } from '../../ui/confirm-action.ts'
import { describingId } from '../../ui/copy-id.ts'
import { type Column, dataTable } from '../../ui/data-table.ts'
import { emptyState } from '../../ui/empty-state.ts'
import { changedOf, mayReplaceForm } from '../../ui/drafts.ts'
import { changeForm, creationForm, shownOnce } from '../../ui/forms.ts'
import { merchantLink } from '../../ui/merchant-names.ts'
import { attempt } from '../../ui/notices.ts'
import { onPress } from '../../ui/one-press.ts'
import { badge } from '../../ui/status-badge.ts'
import { timeStamp } from '../../ui/time-stamp.ts'
import { clientFields, clientGiven } from './client-fields.ts'
import { LoadedPages, type Page, type PageQuery } from './loaded-pages.ts'

interface Secret {
  readonly id: string
  readonly client_secret: string
}

/** The credentials of a merchant's backends. */
export class ClientList extends LoadedPages<ClientRow> {
  static override properties = { ...LoadedPages.properties, secret: { state: true } }
  declare secret: Secret | undefined

  protected readonly named = {
    id: 'clients-title',
    title: 'Clients',
    csv: 'listClients',
    filter: 'clients',
    searchLabel: 'Search clients',
    searchHint: 'Client id, or name or id of its merchant',
    noMatch: 'No client matches',
  } as const

  protected override async readPage(query: PageQuery): Promise<Page<ClientRow>> {
    const { clients: rows, ...end } = await ask('listClients', { query })
    return { rows, ...end }
  }

  async #create(form: HTMLFormElement, given: FormData): Promise<void> {
    const body = { merchant: this.merchant, ...clientGiven(given) }
    const secret = await attempt(ask('createClient', { body }), 'The client is there: keep its secret now', form)
    if (secret === undefined) return
    this.secret = secret
    form.reset()
    await this.reload()
  }

  async #edit(row: ClientRow): Promise<void> {
    if (row.id === this.edited?.id || (await mayReplaceForm(this))) this.edited = row
  }

  async #update(id: string, form: HTMLFormElement, given: FormData): Promise<void> {
    const updated = ask('updateClient', { id, body: changedOf(form, clientGiven(given)) })
    if ((await attempt(updated, 'Saved: in force within 5 seconds', form)) !== undefined) this.edited = undefined
    await this.reload()
  }

  async #rotate(id: string): Promise<void> {
    const decision = await decideAction({
      title: 'Make a new secret?',
      text: `The old secret of ${id} stops within 5 seconds; kept, it signs in for 24 hours more.`,
      milder: 'Make one, keep the old',
      action: 'Make a new secret',
    })
    if (decision === 'cancel') return
    const rotated = ask('rotateClient', { id, body: { keep_old: decision === 'milder' } })
    this.secret = (await attempt(rotated, 'There is a new secret: keep it now')) ?? this.secret
    await this.reload()
  }

  async #disable(id: string): Promise<void> {
    const text = `The tokens of ${id} stop within 5 seconds. It cannot be enabled again.`
    if (!(await confirmAction({ title: 'Disable this client?', text, action: 'Disable' }))) return
    await attempt(ask('disableClient', { id }), 'Disabled')
    await this.reload()
  }

  readonly #columns: readonly Column<ClientRow>[] = [
    { title: 'Client', place: 'lead', cell: ({ id }) => describingId(id) },
    { title: 'Status', place: 'trail', cell: ({ status }) => badge(status) },
    {
      title: 'Origins',
      cell: ({ origins, return_url }) =>
        html`<span class="two-lines">
          <span>${origins.length === 0 ? 'None: it cannot be framed in production' : origins.join(', ')}</span>
          <small>${return_url === null ? 'No return URL' : `returns to ${return_url}`}</small>
        </span>`,
    },
    {
      title: 'Created',
      place: 'under',
      cell: ({ created_at, old_secret_until: until }) =>
        html`<span class="two-lines">
          <span>${timeStamp(created_at)}</span>
          ${until === null ? nothing : html`<small>old secret until ${timeStamp(until)}</small>`}
        </span>`,
    },
    {
      title: 'Change',
      place: 'foot',
      hasButtons: true,
      cell: (row) =>
        row.status === 'disabled'
          ? nothing
          : html`<span class="buttons">
              <button
                type="button"
                class="wa-outlined wa-neutral wa-size-s"
                aria-describedby=${row.id}
                @click=${() => this.#edit(row)}
              >
                Edit
              </button>
              <button
                type="button"
                class="wa-outlined wa-neutral wa-size-s"
                aria-describedby=${row.id}
                @click=${onPress(() => this.#rotate(row.id))}
              >
                New secret
              </button>
              <button
                type="button"
                class="wa-outlined wa-danger wa-size-s"
                aria-describedby=${row.id}
                @click=${onPress(() => this.#disable(row.id))}
              >
                Disable
              </button>
            </span>`,
    },
  ]

  /** Whose client it is, where no merchant was chosen. */
  #shownColumns(): readonly Column<ClientRow>[] {
    const [lead, ...rest] = this.#columns
    if (lead === undefined || this.merchant !== undefined) return this.#columns
    return [lead, { title: 'Merchant', cell: ({ merchant_id }) => merchantLink(merchant_id) }, ...rest]
  }

  protected override table(rows: readonly ClientRow[]): TemplateResult {
    if (rows.length > 0)
      return dataTable({ label: 'Clients', columns: this.#shownColumns(), rows, key: ({ id }) => id })
    const next = this.merchant === undefined ? 'choose a merchant, and create one for it.' : 'create one below.'
    return emptyState('No clients', html`<p>A backend signs in with a client's id and secret: ${next}</p>`)
  }

  protected override foot(edited: ClientRow | undefined): TemplateResult {
    return html`${edited === undefined ? nothing : this.#editForm(edited)}
    ${
      this.secret === undefined
        ? nothing
        : shownOnce('Client secret', html`The secret of <code>${this.secret.id}</code>`, this.secret.client_secret)
    }
    ${
      this.merchant === undefined
        ? nothing
        : creationForm({
            title: 'Create a client',
            action: 'Create',
            fields: clientFields([], null),
            submit: (form, given) => this.#create(form, given),
          })
    }`
  }

  #editForm({ id, origins, return_url }: ClientRow): TemplateResult {
    return changeForm({
      of: id,
      title: `Change ${id}`,
      fields: clientFields(origins, return_url),
      save: (form, given) => this.#update(id, form, given),
      cancel: () => (this.edited = undefined),
    })
  }
}
customElements.define('client-list', ClientList)
