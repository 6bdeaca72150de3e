import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { CONSOLE_OPERATIONS, type ConsoleOperation } from '@coinslot/contract/dashboard-console'
import type { ClientRow, ConsoleAnswer } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ask } from '../api/api.ts'
import type { DashboardError } from '../api/dashboard-error.ts'
import { LatestReading } from '../api/latest-reading.ts'
import { pageUrl } from '../base-path.ts'
import { duration } from '../format/time.ts'
import { setFilters } from '../router.ts'
import { chosenMerchant } from '../session.ts'
import { backLink } from '../ui/back-link.ts'
import { confirmLeaving, hasDraft, isChanged, settleDraft } from '../ui/drafts.ts'
import { emptyState, unread } from '../ui/empty-state.ts'
import { onSubmit } from '../ui/forms.ts'
import { codeBlock, readable } from '../ui/json-view.ts'
import { attempt } from '../ui/notices.ts'
import { takeDoubleClickAsOne } from '../ui/one-press.ts'
import { httpStatus } from '../ui/status-badge.ts'
import { PageElement } from './page-element.ts'

const parametersOf = ({ path }: ConsoleOperation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** A body to begin with; empty where none is taken. An idempotency key in it has not been used yet. */
const newBody = ({ sample }: ConsoleOperation): string => {
  const key = `console-${Date.now().toString(36)}`
  const text = JSON.stringify(sample, (name, value: unknown) => (name === 'idempotency_key' ? key : value), 2)
  return text ?? ''
}

/** Makes a request of any operation and shows its answer; in sandbox mode. */
export class ConsolePage extends PageElement {
  static override properties = {
    ...PageElement.properties,
    clients: { state: true },
    hasOlderClients: { state: true },
    hasLostClient: { state: true },
    unread: { state: true },
    answer: { state: true },
    isAsking: { state: true },
  }
  declare clients: readonly ClientRow[] | undefined
  declare hasOlderClients: boolean
  /** The client that was chosen is disabled by now: the next one may be another merchant's, and is not taken unasked. */
  declare hasLostClient: boolean
  /** Why the clients are not there yet. */
  declare unread: DashboardError | undefined
  declare answer: ConsoleAnswer | undefined
  declare isAsking: boolean
  /** Whose clients are offered. */
  #merchant: string | undefined
  readonly #reading = new LatestReading(this, {
    read: () => {
      this.unread = undefined
      return ask('listClients', { query: { merchant: this.#merchant, limit: String(DASHBOARD_LIMITS.pageMax) } })
    },
    take: ({ clients, next_cursor }) => {
      const chosen = this.querySelector<HTMLSelectElement>('[name=client]')?.value ?? ''
      this.clients = clients.filter(({ status }) => status === 'enabled')
      this.hasLostClient ||= chosen !== '' && !this.clients.some(({ id }) => id === chosen)
      this.hasOlderClients = next_cursor !== null
    },
    fail: (error) => (this.unread = error),
    followsTabs: true,
  })
  /** The body that the form of an operation begins with. */
  #sample: { readonly of: string; readonly body: string } | undefined

  constructor() {
    super()
    this.clients = undefined
    this.hasOlderClients = false
    this.hasLostClient = false
    this.unread = undefined
    this.answer = undefined
    this.isAsking = false
  }

  protected override willUpdate(): void {
    const merchant = chosenMerchant(this.place.search)
    if (!this.hasUpdated || merchant !== this.#merchant) {
      this.#merchant = merchant
      this.clients = undefined
      this.hasLostClient = false
      void this.#reading.start()
    }
    const { id } = this.#operation
    if (id === this.#sample?.of) return
    this.#sample = { of: id, body: newBody(this.#operation) }
  }

  get #operation(): ConsoleOperation {
    const [first] = CONSOLE_OPERATIONS
    const chosen = CONSOLE_OPERATIONS.find(({ id }) => id === this.filter('operation')) ?? first
    if (chosen === undefined) throw new Error('The console offers operations')
    return chosen
  }

  async #choose(select: HTMLSelectElement): Promise<void> {
    const operation = select.value
    const body = this.querySelector('textarea')
    const losesBody = body !== null && isChanged(body)
    if (losesBody && !(await confirmLeaving())) {
      select.value = this.#operation.id
      return
    }
    this.answer = undefined
    setFilters({ operation })
  }

  async #send(form: HTMLFormElement, given: FormData): Promise<void> {
    const operation = this.#operation
    const valuesOf = (names: readonly string[], prefix: string) =>
      Object.fromEntries(names.map((name) => [name, String(given.get(`${prefix}${name}`) ?? '')]))
    const body = {
      operation: operation.id,
      client_id: String(given.get('client')),
      params: valuesOf(parametersOf(operation), 'path-'),
      query: valuesOf(Object.keys(operation.query ?? {}), 'query-'),
      body: String(given.get('body') ?? ''),
    }
    this.isAsking = true
    this.answer = await attempt(ask('callOperation', { body }), ({ status }) => `Answered: ${status}`)
    this.isAsking = false
    // The client that was chosen may be disabled by now.
    if (this.answer === undefined) void this.#reading.start()
    else if (operation === this.#operation) settleDraft(form, given)
  }

  protected override render(): TemplateResult {
    return html`
      ${backLink('/requests', 'Requests')}
      <header class="page-head"><h1>Console</h1></header>
      ${this.unread === undefined ? nothing : unread(this.unread)}
      ${this.clients?.length === 0 && !this.hasOlderClients && !hasDraft(this) ? this.#noClient() : this.#form()}
      ${this.answer === undefined ? nothing : this.#shown(this.answer)}
    `
  }

  #noClient(): TemplateResult {
    return emptyState('No client to ask with', html`<a href=${pageUrl('/settings')}>Create one in the settings</a>`)
  }

  #form(): TemplateResult {
    const operation = this.#operation
    const sample = this.#sample?.body ?? ''
    const choose = (event: Event) => void this.#choose(event.target as HTMLSelectElement)
    const chooseClient = (event: Event) => (this.hasLostClient = (event.target as HTMLSelectElement).value === '')
    return html`<form class="panel stack-form" data-draft @submit=${onSubmit((form, given) => this.#send(form, given))}>
      <div class="filters">
        <label class="field" data-wide>
          <span>Operation</span>
          <select @change=${choose}>
            ${CONSOLE_OPERATIONS.map(({ id }) => html`<option value=${id} .selected=${id === operation.id}>${id}</option>`)}
          </select>
        </label>
        <label class="field" data-wide>
          <span>Client</span>
          <select name="client" required @change=${chooseClient}>
            ${this.hasLostClient ? html`<option value="">Choose another client</option>` : nothing}
            ${repeat(
              this.clients ?? [],
              ({ id }) => id,
              ({ id }) => html`<option value=${id}>${id}</option>`,
            )}
          </select>
          ${this.hasOlderClients ? html`<small class="hint">The newest ones: choose a merchant for its own</small>` : nothing}
        </label>
      </div>
      <p><code>${operation.method} ${operation.path}</code></p>
      ${parametersOf(operation).map(
        (name) => html`<label class="field"><span>${name}</span><input name=${`path-${name}`} required /></label>`,
      )}
      ${Object.entries(operation.query ?? {}).map(
        ([name, value]) =>
          html`<label class="field"
            ><span>${name}</span><input name=${`query-${name}`} required value=${value} .value=${value}
          /></label>`,
      )}
      ${
        operation.sample === undefined
          ? nothing
          : html`<label class="field">
              <span>Body</span>
              <textarea
                name="body"
                rows=${sample.split('\n').length + 1}
                spellcheck="false"
                .defaultValue=${sample}
                .value=${sample}
              ></textarea>
            </label>`
      }
      <div class="buttons">
        <button
          class="wa-brand"
          aria-disabled=${this.isAsking}
          ?disabled=${this.clients === undefined}
          @click=${takeDoubleClickAsOne}
        >
          Send the request
        </button>
      </div>
    </form>`
  }

  #shown({ method, path, status, duration_ms, headers, body }: ConsoleAnswer): TemplateResult {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return html`<section class="panel" aria-labelledby="answer-title">
      <header class="panel-head">
        <h2 id="answer-title">Answer</h2>
        ${httpStatus(status)}
      </header>
      <p><code>${method} ${path}</code> in ${duration(duration_ms)}</p>
      ${codeBlock('Body of the answer', readable(body))}
      <details class="disclosure">
        <summary>Headers</summary>
        ${codeBlock('Headers of the answer', lines.join('\n'))}
      </details>
    </section>`
  }
}
customElements.define('console-page', ConsolePage)
