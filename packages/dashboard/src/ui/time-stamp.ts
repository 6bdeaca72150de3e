import { html, type TemplateResult } from 'lit'
import { guard } from 'lit/directives/guard.js'
import { localTime, utcTime, wholeTime } from '../format/time.ts'

const drawn = (text: string, now: Date): TemplateResult => {
  const at = new Date(text)
  return html`<time datetime=${text} title=${utcTime(at)} data-whole=${wholeTime(at)}
    ><span>${localTime(at, now)}</span></time
  >`
}

/**
 * A time in the viewer's zone; UTC on hover, and with its day and year on paper. It is put into words once a day: a long
 * list is drawn anew with each row that comes. @param text RFC 3339
 */
export const timeStamp = (text: string): TemplateResult => {
  const now = new Date()
  return html`${guard([text, now.toDateString()], () => drawn(text, now))}`
}
