import type { MerchantRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { typedAmount } from '../../format/money.ts'
import { isOperator } from '../../session.ts'
import { copyId } from '../../ui/copy-id.ts'
import { type Column, dataTable } from '../../ui/data-table.ts'
import { changedOf, mayReplaceForm } from '../../ui/drafts.ts'
import { changeForm } from '../../ui/forms.ts'
import { attempt } from '../../ui/notices.ts'
import { badge } from '../../ui/status-badge.ts'
import { LoadedPages, type Page, type PageQuery } from './loaded-pages.ts'

const product = (isEnabled: boolean): TemplateResult => badge(isEnabled ? 'enabled' : 'disabled')

/** Products and limits; operators change them. */
export class MerchantLimits extends LoadedPages<MerchantRow> {
  protected readonly named = {
    id: 'limits-title',
    title: 'Products and limits',
    csv: 'listMerchants',
    filter: 'merchants',
    searchLabel: 'Search merchants',
    searchHint: 'Name or id',
    noMatch: 'No merchant matches',
  } as const

  protected override async readPage(query: PageQuery): Promise<Page<MerchantRow>> {
    const { merchants: rows, ...end } = await ask('listMerchants', { query })
    return { rows, ...end }
  }

  async #edit(row: MerchantRow): Promise<void> {
    if (row.id === this.edited?.id || (await mayReplaceForm(this))) this.edited = row
  }

  async #save(id: string, form: HTMLFormElement, given: FormData): Promise<void> {
    const amount = (name: string) => typedAmount(String(given.get(name)))
    const body = {
      payments_enabled: given.has('payments_enabled'),
      compliance_enabled: given.has('compliance_enabled'),
      amount_min: amount('amount_min'),
      amount_max: amount('amount_max'),
      kyc_threshold: amount('kyc_threshold'),
    }
    const updated = ask('updateMerchant', { id, body: changedOf(form, body) })
    if ((await attempt(updated, 'Saved: in force within 5 seconds', form)) === undefined) return
    this.edited = undefined
    await this.reload()
  }

  readonly #columns: readonly Column<MerchantRow>[] = [
    {
      title: 'Merchant',
      place: 'lead',
      cell: ({ id, name }) =>
        html`<span class="two-lines"><span id=${id}>${name}</span><small>${copyId(id)}</small></span>`,
    },
    { title: 'Payments', cell: (row) => product(row.payments_enabled) },
    { title: 'Compliance', cell: (row) => product(row.compliance_enabled) },
    { title: 'Smallest', align: 'end', cell: (row) => row.amount_min },
    { title: 'Largest', align: 'end', cell: (row) => row.amount_max },
    { title: 'Identity check past', align: 'end', cell: (row) => row.kyc_threshold },
  ]

  readonly #operatorColumns: readonly Column<MerchantRow>[] = [
    ...this.#columns,
    {
      title: 'Change',
      place: 'foot',
      hasButtons: true,
      cell: (row) =>
        html`<button
          type="button"
          class="wa-outlined wa-neutral wa-size-s"
          aria-describedby=${row.id}
          @click=${() => this.#edit(row)}
        >
          Edit
        </button>`,
    },
  ]

  protected override table(rows: readonly MerchantRow[]): TemplateResult {
    const columns = isOperator() ? this.#operatorColumns : this.#columns
    return dataTable({ label: 'Products and limits', columns, rows, key: ({ id }) => id })
  }

  protected override foot(edited: MerchantRow | undefined): TemplateResult {
    return html`${edited === undefined ? nothing : this.#form(edited)}
      <p class="hint">
        Amounts are of one payment. An identity check is asked for once what a buyer pays within 24 hours is past the
        last one.${isOperator() ? nothing : ' The operator changes these.'}
      </p>`
  }

  #form(merchant: MerchantRow): TemplateResult {
    const field = (label: string, name: 'amount_min' | 'amount_max' | 'kyc_threshold') =>
      html`<label class="field"
        ><span>${label}</span><input name=${name} inputmode="decimal" required value=${merchant[name]}
      /></label>`
    const choice = (label: string, name: 'payments_enabled' | 'compliance_enabled') =>
      html`<label class="choice"><input type="checkbox" name=${name} ?checked=${merchant[name]} /> ${label}</label>`
    return changeForm({
      of: merchant.id,
      title: `Change ${merchant.name}`,
      fields: html`${choice('Payments', 'payments_enabled')} ${choice('Compliance', 'compliance_enabled')}
      ${field('Smallest amount', 'amount_min')} ${field('Largest amount', 'amount_max')}
      ${field('Identity check past', 'kyc_threshold')}`,
      save: (form, given) => this.#save(merchant.id, form, given),
      cancel: () => (this.edited = undefined),
    })
  }
}
customElements.define('merchant-limits', MerchantLimits)
