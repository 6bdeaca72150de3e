import { html, svg, type TemplateResult } from 'lit'
import { cardIcon } from '../ui/icons.ts'
import type { CardBrand } from './card-number.ts'

const plate = (fill: string, mark: TemplateResult): TemplateResult =>
  svg`<svg viewBox="0 0 38 24" width="38" height="24" aria-hidden="true"><rect width="38" height="24" rx="4" fill=${fill} />${mark}</svg>`

const word = (text: string, size: number, fill = '#fff'): TemplateResult =>
  svg`<text x="19" y="15.5" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="800" font-size=${size} fill=${fill}>${text}</text>`

const discs = (left: string, right: string): TemplateResult =>
  svg`<circle cx="15" cy="12" r="7" fill=${left} /><circle cx="23" cy="12" r="7" fill=${right} fill-opacity="0.85" />`

interface Brand {
  /** As its holders know it. */
  readonly name: string
  readonly mark: TemplateResult
}

/** By the type that card-validator gives. */
const BRANDS: Readonly<Record<string, Brand>> = {
  visa: { name: 'Visa', mark: plate('#1a3f9c', word('VISA', 10.5)) },
  mastercard: { name: 'Mastercard', mark: plate('#22252b', discs('#eb3b2f', '#f7a21b')) },
  maestro: { name: 'Maestro', mark: plate('#22252b', discs('#0f7fd1', '#eb3b2f')) },
  'american-express': { name: 'American Express', mark: plate('#1470c6', word('AMEX', 9.5)) },
  discover: { name: 'Discover', mark: plate('#f3f0ea', word('DISC', 9.5, '#c2570c')) },
  jcb: { name: 'JCB', mark: plate('#0f5e9c', word('JCB', 10.5)) },
  'diners-club': { name: 'Diners Club', mark: plate('#14549c', word('DINERS', 7.5)) },
  unionpay: { name: 'UnionPay', mark: plate('#0d6b72', word('UPAY', 9)) },
}

export const brandName = (type: string): string | null => BRANDS[type]?.name ?? null

/** The brand of the number as typed so far, named for assistive technology. */
export const cardMark = ({ type, name }: CardBrand): TemplateResult =>
  type === null || name === null
    ? html`<span class="mark-slot">${cardIcon}</span>`
    : html`<span class="mark-slot" role="img" aria-label=${name}>${BRANDS[type]?.mark ?? cardIcon}</span>`

/** The brands that are taken, to be seen; what is said of them is the description of the box. */
export const acceptedMarks = (types: readonly string[]): TemplateResult =>
  html`<span class="accepted" aria-hidden="true">${types.flatMap((type) => BRANDS[type]?.mark ?? [])}</span>`
