import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { sha256 } from '../platform/secrets.ts'
import { rekeyRequests } from './rekey-requests.ts'
import { keyedHash } from './request-hash.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('gives a key to the hash of every request, also where there are more than one batch takes, and once only', async () => {
  const { db, secrets } = service.deps
  const { merchantId, clientId } = service.merchant
  await sql`
    insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency, item_id,
      item_title, buyer_hash, created_at, expires_at)
    select md5(nr::text)::uuid, ${merchantId}::uuid, ${clientId}, 'widget', sha256(nr::text::bytea), sha256(nr::text::bytea),
      'Declined', 1, 'USD', 'coins', 'Coins', '\\x00', now(), now()
    from generate_series(1, 2500) nr
  `.execute(db)
  expect(await rekeyRequests(service.deps)).toBe(2_500)
  expect(await rekeyRequests(service.deps)).toBe(0)
  const rows = await db.selectFrom('payment_intents').select(['key_hash', 'request_hash']).execute()
  const expected = Array.from({ length: 2_500 }, (_, index) => sha256(String(index + 1)))
  const hashes = new Map(rows.map((row) => [row.key_hash.toString('hex'), row.request_hash]))
  expect(expected.filter((hash) => !hashes.get(hash.toString('hex'))?.equals(keyedHash(secrets, hash)))).toEqual([])
})
