import { formatPrice, isolatedWords, withLatinDigits } from '@coinslot/contract/checkout'
import cardValidator from 'card-validator'
import { spokenLanguage } from '../http/buyer-language.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { ReceiptFacts } from './receipt-store.ts'
import { RECEIPT_WORDS } from './receipt-words.ts'

/** A receipt as it is mailed, but for its recipient. */
export interface ReceiptMail {
  /** Made of the payment: a receipt that is mailed twice has one `Message-ID`. */
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

// Line breaks would end a line or a header; marks of direction would turn round what stands behind them.
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu
const oneLine = (text: string): string => text.replace(UNSAFE, ' ').trim()

const cardName = ({ brand, lastFour }: { brand: string; lastFour: string }): string => {
  const known = brand === 'card' ? undefined : cardValidator.creditCardType.getTypeInfo(brand)
  return `${known?.niceType ?? ''} ••••\u00a0${lastFour}`.trim()
}

type Direction = 'ltr' | 'rtl'
type Line = readonly [name: string, value: string]

// Not `start` and `end`, which some mail programs do not know; no colour, which would stay dark on their dark ground.
const NAME_STYLES = {
  ltr: 'padding:4px 16px 4px 0;text-align:left',
  rtl: 'padding:4px 0 4px 16px;text-align:right',
} as const

const row = ([name, value]: Line, direction: Direction): string =>
  [
    `<tr><th scope="row" style="${NAME_STYLES[direction]};vertical-align:top;font-weight:normal;white-space:nowrap">`,
    `${escapeHtml(name)}</th>`,
    `<td style="padding:4px 0;word-break:break-word"><bdi>${escapeHtml(value)}</bdi></td></tr>`,
  ].join('')
const link = ([name, url]: Line): string => `<a href="${escapeHtml(url)}">${escapeHtml(name)}</a>`

/** The receipt of a payment in the buyer's language: no picture, and no link but the merchant's terms and privacy. */
export const receiptMail = (facts: ReceiptFacts, preferred: string | null, isTest: boolean): ReceiptMail => {
  const { language, locale, direction } = spokenLanguage(preferred)
  const words = RECEIPT_WORDS[language]
  const merchant = oneLine(facts.merchant)
  const shape = withLatinDigits(locale)
  const price = formatPrice(shape, facts.amount, facts.currency)
  const time = new Intl.DateTimeFormat(shape, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const said = [words.charged(price), ...(isTest ? [words.test] : [])]
  const lines: readonly Line[] = [
    [words.item, oneLine(facts.itemTitle)],
    [words.amount, price],
    [words.paidTo, merchant],
    ...(facts.card === null ? [] : [[words.card, cardName(facts.card)] as const]),
    [words.reference, oneLine(facts.reference ?? facts.intentId)],
    [words.time, `${time.format(facts.paidAt)} UTC`],
  ]
  const links = [
    [words.terms, facts.termsUrl],
    [words.privacy, facts.privacyUrl],
  ].filter((each): each is [string, string] => each[1] !== null)
  const written = ([name, value]: Line): string => `${name}${words.colon}${value}`
  const kept = ([name, value]: Line): Line => [name, isolatedWords(value, direction)]
  const paragraphs = [said.join('\n'), lines.map(kept).map(written).join('\n'), links.map(written).join('\n')]
  const subject = words.subject(isolatedWords(merchant, direction))
  return {
    id: `receipt.${facts.intentId}`,
    subject,
    text: `${paragraphs.filter((each) => each !== '').join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${escapeHtml(locale)}" dir="${direction}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(subject)}</title></head>`,
      // Mail programs on the web show what is within the body alone.
      `<body><div lang="${escapeHtml(locale)}" dir="${direction}" style="font-family:sans-serif">`,
      ...said.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
      `<table style="border-collapse:collapse">${lines.map((line) => row(line, direction)).join('')}</table>`,
      ...(links.length > 0 ? [`<p>${links.map(link).join(' · ')}</p>`] : []),
      '</div></body></html>\n',
    ].join('\n'),
  }
}
