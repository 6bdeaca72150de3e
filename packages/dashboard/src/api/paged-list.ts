import type { DashboardOperationId } from '@coinslot/contract/dashboard'
import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { rowsText } from '../format/words.ts'
import { leftAt } from '../router.ts'
import { sayAloud } from '../said-aloud.ts'
import { ask, urlOf, type Values } from './api.ts'
import { LiveQuery } from './live-query.ts'

interface Page {
  readonly next_cursor: string | null
  readonly searched_until: string | null
}
type ListId = {
  [Id in DashboardOperationId]: DashboardAnswer<Id> extends Page ? Id : never
}[DashboardOperationId]

/** What was read of a list when its page was left. */
interface Left<Id extends ListId, Row> {
  readonly answer: DashboardAnswer<Id>
  readonly older: readonly Row[]
  readonly end: Page | undefined
}

/** By the addresses of the lists. */
const leftLists = new Map<string, unknown>()
const LEFT_LISTS = 5

/** A list whose newest rows come by themselves, and whose older ones are asked for page by page. */
export class PagedList<Id extends ListId, Row extends { readonly id: string }> implements ReactiveController {
  readonly live: LiveQuery<Id>
  readonly #host: ReactiveControllerHost
  readonly #operation: Id
  readonly #rowsOf: (answer: DashboardAnswer<Id>) => readonly Row[]
  #query: Values = {}
  #older: readonly Row[] = []
  /** How the last page that was asked for ends; `undefined` while that is the newest one. */
  #end: Page | undefined
  #gone = new Set<string>()
  isLoading = false

  constructor(host: ReactiveControllerHost, operation: Id, rowsOf: (answer: DashboardAnswer<Id>) => readonly Row[]) {
    this.#host = host
    this.#operation = operation
    this.#rowsOf = rowsOf
    this.live = new LiveQuery(host, operation, (newest, isOfOther) => this.#take(newest, isOfOther))
    host.addController(this)
  }

  hostConnected(): void {}

  hostDisconnected(): void {
    const { answer } = this.live
    if (answer === undefined) return
    const older = this.#older.filter(({ id }) => !this.#gone.has(id))
    const left: Left<Id, Row> = { answer, older, end: this.#end }
    leftLists.delete(this.#address)
    leftLists.set(this.#address, left)
    const [oldest] = leftLists.keys()
    if (oldest !== undefined && leftLists.size > LEFT_LISTS) leftLists.delete(oldest)
  }

  watch(query: Values): void {
    if (!this.live.watch({ query })) return
    this.#begin(query)
    const left = leftAt() === null ? undefined : leftLists.get(this.#address)
    if (left !== undefined) this.#restore(left as Left<Id, Row>)
  }

  get #address(): string {
    return urlOf(this.#operation, { query: this.#query })
  }

  /** Who comes back finds the rows that were there; news of them follow. */
  #restore({ answer, older, end }: Left<Id, Row>): void {
    this.live.answer = answer
    this.#older = older
    this.#end = end
  }

  /** What an earlier query has asked for, though it be of the same filters, is not taken any more. */
  #begin(query: Values): void {
    this.#query = query
    this.#older = []
    this.#end = undefined
  }

  /** `undefined` until the first page is there. */
  get rows(): readonly Row[] | undefined {
    if (this.live.answer === undefined) return undefined
    return this.#known(this.live.answer).filter(({ id }) => !this.#gone.has(id))
  }

  #known(answer: DashboardAnswer<Id>): readonly Row[] {
    const newest = this.#rowsOf(answer)
    const ids = new Set(newest.map(({ id }) => id))
    return [...newest, ...this.#older.filter(({ id }) => !ids.has(id))]
  }

  #take(newest: DashboardAnswer<Id>, isOfOther: boolean): void {
    if (isOfOther) sayAloud(rowsText(this.#rowsOf(newest).length, newest.next_cursor !== null))
    this.#keepOlder(newest)
  }

  /**
   * Newer rows push older ones out of the newest page; what is not in it though it is newer than its last row has gone.
   * Where none of them is in it, more may have come than a page holds, while nobody looked: the list begins anew.
   */
  #keepOlder(answer: DashboardAnswer<Id>): void {
    if (this.live.answer === undefined) return
    const known = this.#known(this.live.answer)
    const ids = new Set(this.#rowsOf(answer).map(({ id }) => id))
    const lastShared = known.findLastIndex(({ id }) => ids.has(id))
    if (lastShared === -1) this.#begin({ ...this.#query })
    else if (this.#end !== undefined) this.#older = known.slice(lastShared + 1)
  }

  /** Leaves out a row that is not there any more; of older pages no news comes. */
  forget(id: string): void {
    this.#gone.add(id)
    this.#host.requestUpdate()
  }

  /** Every older page has been asked for. */
  get isWhole(): boolean {
    return this.#end?.next_cursor === null
  }

  get end(): Page | undefined {
    return this.#end ?? this.live.answer
  }

  async more(): Promise<void> {
    const cursor = this.end?.next_cursor
    const newest = this.live.answer
    const query = this.#query
    if (cursor == null || this.isLoading || newest === undefined) return
    this.isLoading = true
    this.#host.requestUpdate()
    try {
      const page = await ask(this.#operation, { query: { ...query, cursor } })
      if (query !== this.#query) return
      // What is newest now is kept: later rows would push it out of the first page, and the list would have a hole.
      this.#older =
        this.#end === undefined
          ? [...this.#rowsOf(newest), ...this.#rowsOf(page)]
          : [...this.#older, ...this.#rowsOf(page)]
      this.#end = page
      sayAloud(rowsText(this.#rowsOf(page).length, page.next_cursor !== null))
    } finally {
      this.isLoading = false
      this.#host.requestUpdate()
    }
    await this.#host.updateComplete
  }
}
