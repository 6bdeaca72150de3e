import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bystander, readRows, rowsOf, standBystanders, type StoredRow } from './bystanders.ts'
import { driveVisits, sweep } from './every-journey.ts'
import { type FaultEndpoint, startFaultEndpoint } from './fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from './harness.ts'
import { pngOf } from './picture-files.ts'

const HOUR_MS = 3_600_000

let service: TestService
let endpoint: FaultEndpoint
beforeAll(async () => {
  const picture = pngOf(64, 64)
  ;[service, endpoint] = await Promise.all([startTestService(), startFaultEndpoint()])
  endpoint.behave((response, { url = '' }) => {
    response.statusCode = Number(/\d{3}$/.exec(url)?.[0] ?? 200)
    response.end(url.endsWith('.png') ? picture : '')
  })
})
afterAll(async () => {
  await service.close()
  await endpoint.close()
})

/** What a merchant, a customer with one address, whoever rotates the key and whoever counts have in common with others. */
const isShared = ({ table, row }: StoredRow): boolean => {
  const { merchantId } = service.merchant
  if (table === 'merchants') return row['id'] === merchantId
  if (table === 'signing_keys') return row['retired_at'] === null
  if (['clients', 'api_requests'].includes(table)) return row['merchant_id'] === merchantId
  return ['code_tallies', 'intent_hours_until'].includes(table)
}

const withoutShared = (rows: ReadonlyMap<string, StoredRow>) =>
  new Map([...rows].filter(([, stored]) => !isShared(stored)))

const stand = async (...merchants: readonly TestMerchant[]): Promise<readonly Bystander[]> =>
  (await Promise.all(merchants.map((merchant) => standBystanders(service, merchant)))).flat()

const expectTheirOwn = async (bystanders: readonly Bystander[]): Promise<void> => {
  for (const { page, shown } of bystanders) expect(await page.view()).toMatchObject(shown)
}

/** Those of the rows that are not as they were. */
const touched = async (rows: ReadonlyMap<string, StoredRow>): Promise<readonly StoredRow[]> => {
  const now = await readRows(service)
  return [...rows].filter(([text]) => !now.has(text)).map(([, stored]) => stored)
}

// In this order: the hours that pass in the second end what the first one's bystanders stand in.
describe('others', { shuffle: false }, () => {
  // Every place and every journey: more than a minute, where the machine has much else to do.
  test('do what they do, and leave everybody where they are', { timeout: 180_000 }, async () => {
    await service.deps.keys.rotate()
    const bystanders = await stand(service.merchant, await service.createMerchant())
    await expectTheirOwn(bystanders)
    const rows = withoutShared(await readRows(service))
    await driveVisits(service, { endpoint: endpoint.url, picture: `${endpoint.url}/${randomUUID()}.png` })
    expect(await touched(rows)).toEqual([])
    await expectTheirOwn(bystanders)
  })

  test('have it fall due, and leave everybody where they are', async () => {
    service.clock.advance(3 * HOUR_MS)
    const newcomer = await service.createMerchant()
    const bystanders = await stand(newcomer)
    await expectTheirOwn(bystanders)
    const rows = withoutShared(await rowsOf(service, newcomer))
    await sweep(service, service.clock.now())
    expect(await touched(rows)).toEqual([])
    await expectTheirOwn(bystanders)
  })
})
