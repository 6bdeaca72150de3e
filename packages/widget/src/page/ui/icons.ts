import { svg, type TemplateResult } from 'lit'

const icon = (paths: TemplateResult, className = 'icon'): TemplateResult => svg`
  <svg class=${className} viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor"
    stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

export const closeIcon = icon(svg`<path d="M6 6l12 12M18 6L6 18" />`)
export const lockIcon = icon(
  svg`<rect x="5" y="11" width="14" height="9" rx="2" /><path d="M8 11V8a4 4 0 0 1 8 0v3" />`,
)
export const clockIcon = icon(svg`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3 2" />`)
export const cardIcon = icon(svg`<rect x="3" y="5" width="18" height="14" rx="2.5" /><path d="M3 10h18M7 15h3" />`)
export const alertIcon = icon(svg`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5M12 16h.01" />`)
export const coinIcon = icon(
  svg`<circle cx="12" cy="12" r="9" /><circle cx="12" cy="12" r="5.5" /><path d="M12 10v4" />`,
)
export const idIcon = icon(
  svg`<rect x="3" y="5" width="18" height="14" rx="2.5" /><circle cx="8.5" cy="11" r="2" /><path d="M5.5 16c.6-1.6 5.4-1.6 6 0M14 10h4M14 14h4" />`,
)
export const faceIcon = icon(
  svg`<circle cx="12" cy="9" r="4" /><path d="M4.5 20c1-4 4-5.5 7.5-5.500s6.5 1.5 7.5 5.5" />`,
)
export const checkIcon = icon(svg`<path d="M5 12.500l4.5 4.500L19 7.5" />`)

export const successMark = icon(
  svg`<circle cx="12" cy="12" r="10" class="disc" /><path d="M7.5 12.400l3.2 3.2 5.9-6.6" />`,
  'mark good',
)
export const failureMark = icon(
  svg`<circle cx="12" cy="12" r="10" class="disc" /><path d="M8.5 8.500l7 7M15.5 8.500l-7 7" />`,
  'mark bad',
)
export const waitingMark = icon(
  svg`<circle cx="12" cy="12" r="10" class="disc" /><path d="M12 7v5.200l3.2 2" />`,
  'mark calm',
)
export const infoMark = icon(
  svg`<circle cx="12" cy="12" r="10" class="disc" /><path d="M12 7.500v5.500M12 16.500h.01" />`,
  'mark calm',
)
