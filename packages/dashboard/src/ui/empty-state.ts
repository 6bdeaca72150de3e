import { html, nothing, type TemplateResult } from 'lit'
import type { DashboardError } from '../api/dashboard-error.ts'
import { mayPass } from '../api/tried-again.ts'
import { clearButton } from './filters.ts'
import { icon } from './icons.ts'

/** What stands where there is nothing: why, and what to do next. */
export const emptyState = (title: string, next: unknown): TemplateResult => html`
  <div class="empty">
    ${icon('empty')}
    <p class="empty-title">${title}</p>
    <div class="empty-next">${next}</div>
  </div>
`

/** What was asked for cannot be, as by an address that was cut or that another version has written: only another may. */
const wayOut = ({ code }: DashboardError): TemplateResult | typeof nothing => {
  const names = [...new URLSearchParams(location.search).keys()]
  return code === 'invalid' && names.length > 0 ? clearButton(names) : nothing
}

const errorState = (error: DashboardError): TemplateResult => html`
  <div class="callout" data-tone="bad" role="alert">
    ${icon('triangle-exclamation')}
    <p>${error.message}${mayPass(error) ? '; it is tried again by itself' : nothing}</p>
    ${wayOut(error)}
  </div>
`

/** Stands in for what is on its way. */
export const loading = (lines = 6): TemplateResult => html`
  <div class="skeleton" role="status" aria-label="Loading">
    ${Array.from({ length: lines }, () => html`<span class="bar"></span>`)}
  </div>
`

/** Stands in for what has not been read: why not yet, or that it is on its way. */
export const unread = (error: DashboardError | undefined, lines?: number): TemplateResult =>
  error === undefined ? loading(lines) : errorState(error)
