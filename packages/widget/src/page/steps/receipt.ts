import { isolatedWords } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import { brandName } from '../card/card-mark.ts'
import type { Messages } from '../messages/messages.ts'
import type { ViewAt } from '../screen.ts'
import type { StepContext } from '../step-context.ts'
import { itemMark } from '../ui/item-mark.ts'

type Line = readonly [name: string, value: string]

/** What the buyer keeps of a payment; null where it was not paid by a card. */
export const receiptLines = (view: ViewAt<'approved'>, context: StepContext): readonly Line[] | null => {
  const { item, receipt } = view
  if (!item || !receipt) return null
  const { messages, formats, merchant } = context
  const brand = brandName(receipt.brand) ?? ''
  return [
    [messages.item, item.title],
    [messages.amount, formats.price(item.amount, item.currency)],
    ...(merchant ? [[messages.paidTo, merchant.name] as const] : []),
    [messages.paidCard, `${brand} ••••\u00a0${receipt.last_four}`.trim()],
    [messages.reference, receipt.reference],
    [messages.paidAt, formats.time(receipt.paid_at)],
  ]
}

/** @param picture of the item; null where there is none to be had. */
export const receiptOf = (lines: readonly Line[], picture: string | null): TemplateResult => html`
  ${picture === null ? nothing : itemMark(picture)}
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

export const receiptText = (lines: readonly Line[], colon: string, direction: string): string =>
  lines.map(([title, value]) => `${title}${colon}${isolatedWords(value, direction)}\n`).join('')

/** Gives the buyer the receipt as a file of text. */
export const saveReceipt = (lines: readonly Line[], { colon, receiptFile }: Messages): void => {
  const text = receiptText(lines, colon, document.dir)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  link.download = `${receiptFile}.txt`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
