import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardVisitor, pathOf, visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'

/** Made four at a time, so that places in the lists are told apart by more than their time. */
const MADE = 230

let service: TestService
let operator: DashboardVisitor
beforeAll(async () => {
  service = await startTestService()
  operator = await visitDashboard(service, null)
  const { db, clock } = service.deps
  await sql`
    insert into merchants (id, name, created_at)
    select md5('merchant ' || nr)::uuid, 'Shop 100% No_' || nr, ${clock.now()}::timestamptz + (nr + 4) / 4 * interval '1 microsecond'
    from generate_series(1, ${MADE}::integer) nr
  `.execute(db)
  await sql`
    insert into clients (id, merchant_id, secret_hash, permissions, origins, created_at)
    select 'client_' || name_end || '_-A', id, '\\x00', '{}', '{}', created_at
    from merchants, substring(name from 'No_(.*)') name_end where name_end is not null
  `.execute(db)
})
afterAll(() => service.close())

type List = 'listMerchants' | 'listClients'
const LISTS: readonly List[] = ['listMerchants', 'listClients']

const pageOf = async (list: List, query: Record<string, string> = {}) => {
  const { next_cursor: next, ...rows } = await operator.read(list, query)
  return { ids: Object.values(rows).flatMap((row) => (Array.isArray(row) ? row.map(({ id }) => id) : [])), next }
}

const allOf = async (list: List, query: Record<string, string>): Promise<string[]> => {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await pageOf(list, cursor === '' ? query : { ...query, cursor })
    expect(page.ids.length).toBeLessThanOrEqual(Number(query['limit']))
    ids.push(...page.ids)
    cursor = page.next
  }
  return ids
}

describe.each(LISTS)('%s of an installation with many merchants', (list) => {
  test('answers a page, and every row once in its turn, the newest first', async () => {
    const { ids, next } = await pageOf(list)
    expect([ids.length, next === null]).toEqual([DASHBOARD_LIMITS.pageDefault, false])
    const all = await allOf(list, { limit: '7' })
    expect(all.slice(0, ids.length)).toEqual(ids)
    expect([all.length, new Set(all).size]).toEqual([MADE + 1, MADE + 1])
    expect(all.at(-1)).toBe(service.merchant[list === 'listMerchants' ? 'merchantId' : 'clientId'])
  })

  test('is searched by a name, or by an id', async () => {
    const [id = ''] = (await pageOf(list, { text: 'no_17' })).ids
    expect(await allOf(list, { text: 'sHOP 100% nO_17', limit: '4' })).toHaveLength(11)
    expect((await pageOf(list, { text: id.slice(0, -3).toUpperCase() })).ids).toContain(id)
    for (const text of ['No%17', 'No17', 'Shop 100_ No', 'nobody', String.raw`No\_17`]) {
      expect(await pageOf(list, { text })).toEqual({ ids: [], next: null })
    }
  })

  test('is searched by the id of the merchant, and narrowed to one', async () => {
    const { merchants } = await operator.read('listMerchants', { text: 'No_123' })
    const [{ id: merchant } = { id: '' }] = merchants
    const found = await pageOf(list, { text: merchant })
    expect(found.ids).toHaveLength(1)
    expect(await pageOf(list, { merchant })).toEqual(found)
  })

  test('refuses a place that no list has given out, and what is too long to look for', async () => {
    const cursors = ['x', 'MjAyNi0wMS0wMSB4', Buffer.from('2026-01-01T00:00:00.000000Z a b').toString('base64url')]
    for (const query of [...cursors.map((cursor) => `cursor=${cursor}`), `text=${'x'.repeat(101)}`, 'text=%00']) {
      expect((await operator.get(`${pathOf(list)}?${query}`)).status, query).toBe(400)
    }
  })

  test('is a file of all its rows, or of those that are searched for', async () => {
    const linesOf = async (query: string) =>
      (await operator.get(`${pathOf(list)}.csv${query}`)).text.trim().split('\r\n')
    expect(await linesOf('')).toHaveLength(1 + MADE + 1)
    expect(await linesOf('?text=No_17')).toHaveLength(1 + 11)
  })
})

test('every merchant has a name to be chosen by, and a merchant sees its own alone', async () => {
  expect((await operator.read('readMerchantNames')).merchants).toHaveLength(MADE + 1)
  const { merchantId: id, clientId } = service.merchant
  const own = await visitDashboard(service, id)
  expect((await own.read('readMerchantNames')).merchants).toMatchObject([{ id }])
  expect((await own.read('listMerchants', { text: 'Shop' })).merchants).toEqual([])
  expect((await own.read('listClients')).clients).toMatchObject([{ id: clientId }])
  const [other = ''] = (await pageOf('listMerchants')).ids
  for (const list of LISTS) expect((await own.get(`${pathOf(list)}?merchant=${other}`)).status).toBe(404)
})
