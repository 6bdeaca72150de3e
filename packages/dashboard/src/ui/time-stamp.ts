import { html, type TemplateResult } from 'lit'
import { localTime, utcTime, wholeTime } from '../format/time.ts'

/** A time in the viewer's zone; UTC on hover, and with its day and year on paper. @param text RFC 3339 */
export const timeStamp = (text: string): TemplateResult => {
  const at = new Date(text)
  return html`<time datetime=${text} title=${utcTime(at)} data-whole=${wholeTime(at)}
    ><span>${localTime(at, new Date())}</span></time
  >`
}
