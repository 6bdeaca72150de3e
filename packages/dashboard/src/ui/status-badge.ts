import { html, type TemplateResult } from 'lit'
import { plain } from '../format/words.ts'

export type Tone = 'good' | 'bad' | 'wait' | 'quiet'

const TONES: Readonly<Record<string, Tone>> = {
  Approved: 'good',
  approved: 'good',
  delivered: 'good',
  enabled: 'good',
  Declined: 'bad',
  Refused: 'bad',
  rejected: 'bad',
  failed: 'bad',
  Created: 'wait',
  pending: 'wait',
  submitted: 'wait',
  open: 'wait',
}

/** A status in words, with a tone that colour alone does not carry. Written whole: a translating browser takes Lit's own text away. */
export const badge = (text: string, tone: Tone = TONES[text] ?? 'quiet'): TemplateResult =>
  html`<span class="badge" data-tone=${tone} .textContent=${plain(text)}></span>`

/** `200`, `404`: an HTTP status. */
export const httpStatus = (status: number): TemplateResult => {
  if (status >= 500) return badge(String(status), 'bad')
  return badge(String(status), status >= 400 ? 'wait' : 'good')
}
