import { html, type TemplateResult } from 'lit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LoadedPages, type Page, type PageQuery } from './loaded-pages.ts'

// The library that draws icons asks for a whole document.
vi.mock(import('../../ui/icons.ts'), () => ({ icon: () => html`` }))

beforeEach(() => void vi.stubGlobal('dispatchEvent', () => true))
afterEach(() => void vi.unstubAllGlobals())

interface Row {
  readonly id: string
}

class List extends LoadedPages<Row> {
  readonly reads: { readonly query: PageQuery; readonly answer: (page: Page<Row>) => void }[] = []
  protected readonly named = {
    id: 'list-title',
    title: 'List',
    csv: 'listClients',
    filter: 'list',
    searchLabel: 'Search',
    searchHint: 'Name',
    noMatch: 'None matches',
  } as const

  protected override readPage(query: PageQuery): Promise<Page<Row>> {
    return new Promise((answer) => this.reads.push({ query, answer }))
  }

  protected override table(): TemplateResult {
    return html``
  }

  protected override foot(): TemplateResult {
    return html``
  }

  find(text: string): void {
    this.search = new URLSearchParams({ list: text })
    this.willUpdate()
  }
}
customElements.define('loaded-list', List)

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const pageOf = (id: string, next_cursor: string | null): Page<Row> => ({
  rows: [{ id }],
  next_cursor,
  searched_until: null,
})

test('older rows that were asked for in one search are never shown in the next', async () => {
  const list = new List()
  list.find('one')
  list.reads[0]?.answer(pageOf('newest of one', 'older'))
  await settled()
  void list.more()
  list.find('other')
  list.reads[2]?.answer(pageOf('of other', null))
  await settled()
  list.reads[1]?.answer(pageOf('older of one', null))
  await settled()
  expect(list.reads.map(({ query }) => [query.text, query['cursor']])).toEqual([
    ['one', undefined],
    ['one', 'older'],
    ['other', undefined],
  ])
  expect(list.answer?.rows).toEqual([{ id: 'of other' }])
})
