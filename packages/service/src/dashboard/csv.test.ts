import { CSV_MORE_HEADER, DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readCsv, sendCsv } from './csv.ts'

const PAGE = Array.from({ length: DASHBOARD_LIMITS.pageMax }, (_, nr) => ({ nr }))

/** The lines of the file of a list whose every page leads to another, and how often it was asked. */
const fileOf = async (rows: readonly object[], awaitedPages = Number.POSITIVE_INFINITY) => {
  let asked = 0
  const read = async () => {
    asked += 1
    if (asked > DASHBOARD_LIMITS.csvRows) throw new Error('It is asked without end')
    return { rows, next_cursor: 'more' }
  }
  const file = await readCsv({ query: {}, list: 'rows', read, isAwaited: () => asked < awaitedPages })
  return { lines: file.text.split('\r\n').length - 1, hasMore: file.hasMore, asked }
}

test('a file of a list without end has 10,000 rows and a head, and is known to leave out rows', async () => {
  expect(await fileOf(PAGE)).toEqual({ lines: 10_001, hasMore: true, asked: 100 })
})

test('a file ends where a filter has looked far and found nothing', async () => {
  expect(await fileOf([])).toEqual({ lines: 0, hasMore: true, asked: 1 })
})

test.each([
  ['all rows of its list', null, undefined],
  ['the newest rows of its list', 'more', 'true'],
])('the answer with %s says whether there are more', async (_, cursor, said) => {
  const app = fastify()
  const read = async () => ({ rows: cursor === null ? PAGE : [], next_cursor: cursor })
  app.get('/rows.csv', (request, reply) => sendCsv(request, reply, 'rows', read))
  const { headers } = await app.inject('/rows.csv')
  expect(headers['content-disposition']).toBe('attachment; filename="rows.csv"')
  expect(headers[CSV_MORE_HEADER]).toBe(said)
})

test('a file that nobody waits for any more is gone on with no further', async () => {
  expect((await fileOf(PAGE, 3)).asked).toBe(3)
  expect((await fileOf(PAGE, 0)).asked).toBe(0)
})

test('four exports are put together at once, and the others follow', async () => {
  let begun = 0
  let goOn = () => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  const read = async () => {
    begun += 1
    await isOn
    return { payments: [{ id: 1 }], next_cursor: null }
  }
  const isAwaited = () => true
  const exports = Array.from({ length: 6 }, () => readCsv({ query: {}, list: 'payments', read, isAwaited }))
  await expect.poll(() => begun).toBe(4)
  goOn()
  expect(new Set((await Promise.all(exports)).map(({ text }) => text)).size).toBe(1)
  expect(begun).toBe(6)
})
