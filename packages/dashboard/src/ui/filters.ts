import { CSV_SUFFIX, type DashboardOperationId } from '@coinslot/contract/dashboard'
import { html, type TemplateResult } from 'lit'
import { urlOf, type Values } from '../api/api.ts'
import { fieldValue } from '../format/time.ts'
import { setFilters } from '../router.ts'
import { icon } from './icons.ts'

const TYPING_MS = 300
let typing: ReturnType<typeof setTimeout> | undefined

type Option = readonly [value: string, text: string]

export const selectFilter = (
  label: string,
  name: string,
  search: URLSearchParams,
  options: readonly Option[],
): TemplateResult => {
  const chosen = search.get(name) ?? ''
  const choose = (event: Event) => setFilters({ [name]: (event.target as HTMLSelectElement).value })
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${choose} .value=${chosen}>
      <option value="" ?selected=${chosen === ''}>Any</option>
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
    </select>
  </label>`
}

interface TextFilter {
  readonly placeholder?: string
  /** Wide ones take the room that is left. */
  readonly wide?: boolean
  readonly inputMode?: 'decimal' | 'text'
  /** What is written into the address; nothing while it cannot be used yet. */
  readonly accept?: (text: string) => string | undefined
}

export const textFilter = (
  label: string,
  name: string,
  search: URLSearchParams,
  { placeholder = '', wide = false, inputMode = 'text', accept = (text) => text }: TextFilter = {},
): TemplateResult => {
  const type = (event: Event) => {
    const value = accept((event.target as HTMLInputElement).value.trim())
    clearTimeout(typing)
    if (value !== undefined) typing = setTimeout(() => setFilters({ [name]: value }), TYPING_MS)
  }
  return html`<label class="field" ?data-wide=${wide}>
    <span>${label}</span>
    <input
      type="search"
      inputmode=${inputMode}
      placeholder=${placeholder}
      .value=${search.get(name) ?? ''}
      @input=${type}
    />
  </label>`
}

export const timeFilter = (label: string, name: string, search: URLSearchParams): TemplateResult => {
  const choose = (event: Event) => {
    const { value } = event.target as HTMLInputElement
    setFilters({ [name]: value === '' ? '' : new Date(value).toISOString() })
  }
  return html`<label class="field">
    <span>${label}</span>
    <input type="datetime-local" .value=${fieldValue(search.get(name))} @change=${choose} />
  </label>`
}

/** The rows of a list as a file. */
export const csvLink = (operation: DashboardOperationId, query: Values = {}): TemplateResult => html`
  <a class="button" href=${urlOf(operation, { query }, CSV_SUFFIX)} download
    >${icon('download')}<span>Export CSV</span></a
  >
`

export const clearFilters = (names: readonly string[]): void =>
  setFilters(Object.fromEntries(names.map((name) => [name, ''])))
