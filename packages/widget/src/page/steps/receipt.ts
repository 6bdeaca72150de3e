import { html, type TemplateResult } from 'lit'
import { brandName } from '../card/card-mark.ts'
import type { ViewAt } from '../screen.ts'
import type { StepContext } from '../step-context.ts'

type Line = readonly [name: string, value: string]

/** What the buyer keeps of a payment. */
export const receiptOf = (view: ViewAt<'approved'>, context: StepContext): TemplateResult | null => {
  const { item, receipt } = view
  if (!item || !receipt) return null
  const { messages, formats, merchant } = context
  const brand = brandName(receipt.brand) ?? ''
  const lines: readonly Line[] = [
    [messages.item, item.title],
    [messages.amount, formats.price(item.amount, item.currency)],
    ...(merchant ? [[messages.paidTo, merchant.name] as const] : []),
    [messages.paidCard, `${brand} •••• ${receipt.last_four}`.trim()],
    [messages.reference, receipt.reference],
    [messages.paidAt, formats.time(receipt.paid_at)],
  ]
  return html`
    <dl class="receipt">
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
      )}
    </dl>
  `
}
