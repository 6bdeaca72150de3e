import { html, nothing, type TemplateResult } from 'lit'
import { ref } from 'lit/directives/ref.js'
import { fieldValue, instantOf, LATEST_TIME } from '../format/time.ts'
import { setFilters } from '../router.ts'

const TYPING_MS = 300
const typing = new Map<string, ReturnType<typeof setTimeout>>()

type Option = readonly [value: string, text: string]

export const selectFilter = (
  label: string,
  name: string,
  search: URLSearchParams,
  options: readonly Option[],
): TemplateResult => {
  const chosen = search.get(name) ?? ''
  const choose = (event: Event) => setFilters({ [name]: (event.target as HTMLSelectElement).value })
  const any: Option = ['', 'Any']
  // What is in force is shown, though it be none of these any more: an endpoint of the merchant that was chosen before.
  const isListed = [any, ...options].some(([value]) => value === chosen)
  const shown: readonly Option[] = [any, ...options, ...(isListed ? [] : [[chosen, chosen] as const])]
  return html`<label class="field">
    <span>${label}</span>
    <select @change=${choose}>
      ${shown.map(([value, text]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}
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
  /** Said of what cannot be used. */
  readonly wanted?: string
}

type Meaning = (typed: string) => string | undefined

/** Marks a field whose text is not in force, and says below it what is wanted; nothing where it is not wrong. */
const mark = (field: HTMLInputElement, wrong: string): void => {
  field.ariaInvalid = wrong === '' ? null : 'true'
  if (field.nextElementSibling !== null) field.nextElementSibling.textContent = wrong
}

/** Has a field show what stands in the address, unless what was typed into it means that already. */
const showing = (filter: string, meaning: Meaning, written = filter) =>
  ref((field) => {
    if (!(field instanceof HTMLInputElement) || field.dataset['filter'] === filter) return
    field.dataset['filter'] = filter
    if (meaning(field.value) === filter) return
    field.value = written
    mark(field, '')
  })

export const textFilter = (
  label: string,
  name: string,
  search: URLSearchParams,
  { placeholder = '', wide = false, inputMode = 'text', accept = (text) => text, wanted = '' }: TextFilter = {},
): TemplateResult => {
  const meaning: Meaning = (typed) => accept(typed.trim())
  const type = (event: Event) => {
    const field = event.target as HTMLInputElement
    const value = meaning(field.value)
    clearTimeout(typing.get(name))
    mark(field, value === undefined ? wanted : '')
    if (value === undefined) return
    // The page may have been left meanwhile, and the address be that of another.
    const write = () => field.isConnected && setFilters({ [name]: value })
    typing.set(name, setTimeout(write, TYPING_MS))
  }
  return html`<label class="field" ?data-wide=${wide}>
    <span>${label}</span>
    <input
      type="search"
      inputmode=${inputMode}
      placeholder=${placeholder}
      ${showing(search.get(name) ?? '', meaning)}
      @input=${type}
    />
    ${wanted === '' ? nothing : html`<small class="said" role="status"></small>`}
  </label>`
}

export const timeFilter = (label: string, name: string, search: URLSearchParams): TemplateResult => {
  const choose = (event: Event) => setFilters({ [name]: instantOf((event.target as HTMLInputElement).value) })
  const filter = search.get(name) ?? ''
  return html`<label class="field">
    <span>${label}</span>
    <input
      type="datetime-local"
      max=${LATEST_TIME}
      ${showing(filter, instantOf, fieldValue(search.get(name)))}
      @change=${choose}
    />
  </label>`
}

export const clearButton = (names: readonly string[]): TemplateResult => {
  const clear = () => setFilters(Object.fromEntries(names.map((name) => [name, ''])))
  return html`<button type="button" class="wa-outlined wa-neutral" @click=${clear}>Clear the filters</button>`
}
