import type { PaymentsQuery } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { storeIntent, type StoredIntentOptions } from '../../test/stored-intent.ts'
import { findPaymentRow, type HistoryRequest, listPayments } from './history-store.ts'
import { writeStatus } from './payment-store.ts'

let service: TestService
let merchants: readonly TestMerchant[]
/** Ids of the intents of both merchants that were declined, the newest first. */
let declined: readonly string[]

beforeAll(async () => {
  service = await startTestService()
  merchants = [service.merchant, await service.createMerchant()]
  const ids: string[] = []
  for (let count = 0; count < 24; count += 1) {
    const status = count % 4 < 2 ? 'Declined' : 'Approved'
    const { id } = await storeIntent(service, { merchant: merchants[count % 2] ?? service.merchant, status })
    if (status === 'Declined') ids.unshift(id)
    service.clock.advance(1)
  }
  declined = ids
})
afterAll(() => service.close())

test.each([6, 8, 12])(
  'pages of a search that looks at %i rows for each of them hold all that matches, once and in order',
  async (searchedRows) => {
    const filter: PaymentsQuery = { status: 'Declined', limit: 2 }
    const found: string[] = []
    let before: HistoryRequest['before'] = null
    do {
      const merchantIds = merchants.map(({ merchantId }) => merchantId)
      const request = { merchantIds, filter, before, limit: 2, searchedRows, now: service.clock.now() }
      const page = await listPayments(service.deps.db, request)
      found.push(...page.rows.map(({ id }) => id))
      before = page.next
    } while (before !== null)
    expect(found).toEqual(declined)
  },
)

test('a search keeps to all of its filters at once', async () => {
  const { deps, clock } = service
  const merchant = await service.createMerchant()
  const store = async (options: StoredIntentOptions): Promise<string> => {
    clock.advance(1)
    return (await storeIntent(service, { merchant, ...options })).id
  }
  const from = clock.now().getTime()
  const expired = await store({ status: 'Expired' })
  const redirected = await store({ status: 'Expired', mode: 'redirect' })
  const approved = await store({ status: 'Approved' })
  const found = async (filter: Partial<PaymentsQuery>) => {
    const merchantIds = [merchant.merchantId]
    const request = { merchantIds, before: null, limit: 9, searchedRows: 90, now: clock.now() }
    const { rows } = await listPayments(deps.db, { ...request, filter: { limit: 9, ...filter } })
    return rows.map(({ id }) => id)
  }
  const after = (ms: number) => new Date(from + ms).toISOString()
  expect(await found({ status: 'Expired', mode: 'redirect' })).toEqual([redirected])
  expect(await found({ status: 'Approved', text: 'coins-100' })).toEqual([approved])
  expect(await found({ created_from: after(1), created_to: after(3) })).toEqual([redirected, expired])
})

test.runIf(testDatabase === 'postgres')(
  'a payment whose approval is being written down as its time ends is not shown as expired, and nobody waits for it',
  async () => {
    const { deps, clock, merchant } = service
    const { id } = await storeIntent(service)
    const now = new Date(clock.now().getTime() + 30 * 60_000)
    const request = {
      merchantIds: [merchant.merchantId],
      filter: { limit: 1 },
      before: null,
      limit: 1,
      searchedRows: 8,
    }
    const read = [
      async () => (await listPayments(deps.db, { ...request, now })).rows[0],
      () => findPaymentRow(deps.db, id, now),
    ]
    const shown = async () => Promise.all(read.map((each) => each()))
    await deps.db.transaction().execute(async (transaction) => {
      await writeStatus(transaction, [id], 'Approved', clock.now())
      expect(await shown()).toMatchObject(read.map(() => ({ id, status: 'Created' })))
    })
    expect(await shown()).toMatchObject(read.map(() => ({ id, status: 'Approved' })))
  },
)
