import type { MerchantName } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { pageUrl } from '../base-path.ts'
import { isOperator } from '../session.ts'
import { shortId } from './copy-id.ts'
import type { Column } from './data-table.ts'

const names = new Map<string, string>()

export const rememberMerchants = (merchants: readonly MerchantName[]): void => {
  for (const { id, name } of merchants) names.set(id, name)
}

/** A merchant by its name, which leads to all of its payments. */
export const merchantLink = (id: string): TemplateResult =>
  html`<a class="merchant-name" href=${pageUrl(`/payments?merchant=${id}`)}>${names.get(id) ?? shortId(id)}</a>`

/** Whose row it is, where an operator looks at everybody's. */
export const merchantColumn = (search: URLSearchParams): readonly Column<{ readonly merchant_id: string | null }>[] =>
  isOperator() && !search.has('merchant')
    ? [
        {
          title: 'Merchant',
          cell: ({ merchant_id: id }) => (id === null ? '–' : merchantLink(id)),
        },
      ]
    : []
