import { html, type TemplateResult } from 'lit'
import { pageUrl } from '../base-path.ts'
import { filtersLeftAt } from '../router.ts'
import { icon } from './icons.ts'

/**
 * From what stands in a list back to it, with the filters that it was left with.
 * @param filtered what the link says where there are some; default what it says without
 */
export const backLink = (path: string, text: string, filtered = text): TemplateResult => {
  const filters = filtersLeftAt(path)
  const [url, said] = filters === '' ? [pageUrl(path), text] : [`${pageUrl(path)}?${filters}`, filtered]
  return html`<a class="back" href=${url}>${icon('arrow')}<span>${said}</span></a>`
}
