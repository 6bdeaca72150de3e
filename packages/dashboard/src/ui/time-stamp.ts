import { html, type TemplateResult } from 'lit'
import { localTime, utcTime } from '../format/time.ts'

/** A time in the viewer's zone; UTC on hover. @param text RFC 3339 */
export const timeStamp = (text: string): TemplateResult => {
  const at = new Date(text)
  return html`<time datetime=${text} title=${utcTime(at)}>${localTime(at, new Date())}</time>`
}
