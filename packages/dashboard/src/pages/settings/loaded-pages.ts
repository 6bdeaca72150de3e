import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { rowsText } from '../../format/words.ts'
import { sayAloud } from '../../said-aloud.ts'
import { csvLink } from '../../ui/csv-link.ts'
import { emptyState, unread } from '../../ui/empty-state.ts'
import { clearButton, textFilter } from '../../ui/filters.ts'
import { type Listed, listEnd } from '../../ui/list-end.ts'
import { LoadedElement } from './loaded-element.ts'

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next_cursor: string | null
  readonly searched_until: string | null
}

/** What a page is asked with. */
export interface PageQuery extends Readonly<Record<string, string | undefined>> {
  readonly merchant: string | undefined
  readonly text: string | undefined
}

interface Named {
  /** Of the section's heading. */
  readonly id: string
  readonly title: string
  readonly csv: 'listClients' | 'listMerchants'
  /** Names what is searched for in the address. */
  readonly filter: string
  readonly searchLabel: string
  readonly searchHint: string
  readonly noMatch: string
}

/** A list of the settings, the newest first: read page by page, and searched where it is of every merchant. */
export abstract class LoadedPages<Row extends { readonly id: string }>
  extends LoadedElement<Page<Row>>
  implements Listed
{
  static override properties = {
    ...LoadedElement.properties,
    search: { attribute: false },
    isLoading: { state: true },
    edited: { state: true },
  }
  declare search: URLSearchParams
  declare isLoading: boolean
  /** What is being changed: it stays where a search leaves it out. */
  declare edited: Row | undefined
  #toldText: string | undefined

  protected abstract readonly named: Named
  protected abstract readPage(query: PageQuery): Promise<Page<Row>>
  protected abstract table(rows: readonly Row[]): TemplateResult
  /** What follows the rows, of which `edited` is being changed. */
  protected abstract foot(edited: Row | undefined): TemplateResult

  constructor() {
    super()
    this.isLoading = false
  }

  get #query(): PageQuery {
    const text = this.merchant === undefined ? (this.search.get(this.named.filter) ?? undefined) : undefined
    return { merchant: this.merchant, text }
  }

  protected override get asked(): string {
    return JSON.stringify(this.#query)
  }

  protected override willUpdate(changed?: PropertyValues): void {
    if (changed?.has('merchant') === true) this.edited = undefined
    super.willUpdate()
  }

  /** As many rows as are shown: what has changed may be in any page. */
  protected override async read(): Promise<Page<Row>> {
    const query = this.#query
    let whole = await this.readPage(query)
    while (whole.next_cursor !== null && whole.rows.length < (this.answer?.rows.length ?? 0)) {
      whole = await this.#continued(whole, query)
    }
    this.#tellFound(whole, query)
    return whole
  }

  async #continued(before: Page<Row>, query: PageQuery): Promise<Page<Row>> {
    const next = await this.readPage({ ...query, cursor: before.next_cursor ?? undefined })
    return { ...next, rows: [...before.rows, ...next.rows] }
  }

  #tellFound({ rows, next_cursor }: Page<Row>, { text = '' }: PageQuery): void {
    const isOfOther = this.#toldText !== undefined && this.#toldText !== text
    this.#toldText = text
    if (isOfOther && text === (this.#query.text ?? '')) sayAloud(rowsText(rows.length, next_cursor !== null))
  }

  get end(): Page<Row> | undefined {
    return this.answer
  }

  get isWhole(): boolean {
    const { answer } = this
    return answer?.next_cursor === null && answer.rows.length > DASHBOARD_LIMITS.pageDefault
  }

  async more(): Promise<void> {
    const before = this.answer
    if (before === undefined || before.next_cursor === null || this.isLoading) return
    const { asked } = this
    this.isLoading = true
    try {
      const continued = await this.#continued(before, this.#query)
      if (this.answer === before) {
        this.answer = continued
        sayAloud(rowsText(continued.rows.length - before.rows.length, continued.next_cursor !== null))
      }
    } finally {
      this.isLoading = false
    }
    // Read anew meanwhile: what was asked for follows on other rows.
    if (asked === this.asked && this.answer?.rows.length === before.rows.length) return this.more()
    await this.updateComplete
  }

  protected override render(): TemplateResult {
    const { id, title, csv } = this.named
    return html`<section aria-labelledby=${id}>
      <header class="page-head">
        <h2 id=${id}>${title}</h2>
        ${csvLink(csv, this.#query)}
      </header>
      ${this.merchant === undefined ? this.#searchForm() : nothing}
      ${this.answer === undefined ? unread(this.error, 3) : this.shown(this.answer)} ${this.foot(this.#latestEdited())}
    </section>`
  }

  #searchForm(): TemplateResult {
    const { filter, title, searchLabel, searchHint } = this.named
    return html`<form
      class="filters"
      role="search"
      aria-label=${title}
      @submit=${(event: Event) => event.preventDefault()}
    >
      ${textFilter(searchLabel, filter, this.search, { placeholder: searchHint, wide: true })}
    </form>`
  }

  protected override shown({ rows }: Page<Row>): TemplateResult {
    const { noMatch, filter } = this.named
    const isSearched = this.#query.text !== undefined
    const shown = rows.length === 0 && isSearched ? emptyState(noMatch, clearButton([filter])) : this.table(rows)
    return html`${shown} ${listEnd(this)}`
  }

  #latestEdited(): Row | undefined {
    return this.answer?.rows.find(({ id }) => id === this.edited?.id) ?? this.edited
  }
}
