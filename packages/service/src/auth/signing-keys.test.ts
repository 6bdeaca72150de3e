import { LIMITS } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { useToken, useWithoutTable } from '../../test/use-without-table.ts'
import { AccessTokens } from './access-tokens.ts'
import { REFRESH_AFTER_MS, STALE_AFTER_MS } from './freshness.ts'
import { SigningKeys } from './signing-keys.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.skipIf(isTwofold)(
  'requests go on with the keys that are known while they cannot be read, and with what there is once they can',
  async () => {
    const used = await useWithoutTable(service, 'signing_keys')
    expect(used).toEqual({ before: 200, meanwhile: [200, 500], after: 200, unhandled: [] })
  },
)

test('the latest keys are those that another process has made a moment ago', async () => {
  const { db, secrets } = service.deps
  const [here, there] = [new SigningKeys(db, secrets, service.clock), new SigningKeys(db, secrets, service.clock)]
  await there.all()
  const kid = await here.rotate()
  expect((await there.latest()).map((key) => key.kid)).toContain(kid)
})

test('the latest keys are none that a question from before them, which is answered late, has found', async () => {
  const { db, secrets } = service.deps
  let [noteAsked, tell] = [() => {}, () => {}]
  const asked = new Promise<void>((resolve) => (noteAsked = resolve))
  const told = new Promise<void>((resolve) => (tell = resolve))
  const late = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      noteAsked()
      await told
      return result
    },
  })
  const keys = new SigningKeys(late, secrets, service.clock)
  const before = keys.all()
  await asked
  const kid = await new SigningKeys(db, secrets, service.clock).rotate()
  const latest = keys.latest()
  tell()
  expect((await before).map((key) => key.kid)).not.toContain(kid)
  expect((await latest).map((key) => key.kid)).toContain(kid)
})

test('keys are as old as the question that was answered late', async () => {
  const { db, secrets } = service.deps
  const keys = new SigningKeys(db, secrets, service.clock)
  const reading = keys.all()
  service.clock.advance(4_001)
  const [key] = await reading
  expect(keys.isKnown(key?.kid ?? '')).toBe(false)
  await keys.all()
  expect(keys.isKnown(key?.kid ?? '')).toBe(true)
})

test('a key is known, and found, by its id', async () => {
  const { db, secrets } = service.deps
  const keys = new SigningKeys(db, secrets, service.clock)
  const { kid: before } = await keys.current()
  const kid = await keys.rotate()
  const ids = [before, kid, 'key_of_nobody']
  expect(ids.map((id) => keys.isKnown(id))).toEqual([true, true, false])
  const found = await Promise.all(ids.map((id) => keys.find(id)))
  expect(found.map((key) => key?.kid)).toEqual([before, kid, undefined])
  expect((await keys.current()).kid).toBe(kid)
})

test('keys that are asked about all the time are renewed before they are too old, and not at each request', async () => {
  const { db, secrets } = service.deps
  const keys = new SigningKeys(db, secrets, service.clock)
  const { kid: before } = await keys.current()
  const kid = await new SigningKeys(db, secrets, service.clock).rotate()
  service.clock.advance(REFRESH_AFTER_MS)
  expect((await keys.find(before))?.kid).toBe(before)
  expect(keys.isKnown(kid)).toBe(false)
  await sql`select 1`.execute(db)
  expect(keys.isKnown(kid)).toBe(false)
  expect((await keys.all()).map((key) => key.kid)).not.toContain(kid)
  service.clock.advance(1)
  expect(keys.isKnown(before)).toBe(true)
  await expect.poll(() => keys.isKnown(kid)).toBe(true)
  service.clock.advance(STALE_AFTER_MS)
  expect(keys.isKnown(kid)).toBe(true)
})

test('a token is taken whose key another process has made a moment ago', async () => {
  const { db, secrets, clients } = service.deps
  const { token, clientId } = await service.createMerchant()
  expect(await useToken(service, token)).toBe(200)
  const elsewhere = new SigningKeys(db, secrets, service.clock)
  await elsewhere.rotate()
  const client = await clients.get(clientId)
  if (client === null) throw new Error('there is no client')
  const issued = await new AccessTokens(elsewhere, service.clock, () => service.baseUrl).issue(client)
  expect(await useToken(service, issued.access_token)).toBe(200)
})

test('a retired key is known for as long as its tokens may live, however often keys are replaced since', async () => {
  const { db, secrets } = service.deps
  const keys = new SigningKeys(db, secrets, service.clock)
  const { kid } = await keys.current()
  await keys.rotate()
  service.clock.advance(LIMITS.accessTokenSeconds * 1_000)
  await keys.rotate()
  expect(keys.isKnown(kid)).toBe(true)
  service.clock.advance(60_001)
  await keys.latest()
  expect(keys.isKnown(kid)).toBe(false)
})

test('a retired key is forgotten, its private half too, where the next one is made after its last token has ended', async () => {
  const { db, secrets } = service.deps
  const keys = new SigningKeys(db, secrets, service.clock)
  const stored = async () =>
    (await db.selectFrom('signing_keys').select('kid').orderBy('created_at').execute()).map(({ kid }) => kid)
  const { kid: first } = await keys.current()
  service.clock.advance(1)
  const second = await keys.rotate()
  service.clock.advance(LIMITS.accessTokenSeconds * 1_000 + 59_999)
  const third = await keys.rotate()
  expect(await stored()).toEqual(expect.arrayContaining([first, second, third]))
  service.clock.advance(1)
  const fourth = await keys.rotate()
  expect(await stored()).toEqual([second, third, fourth])
})

test.runIf(testDatabase === 'postgres')(
  'of processes that all found no key and wait to write one, the first alone writes it',
  async () => {
    // Without its keys no other test's tokens would be taken.
    const { deps, clock, close } = await startTestService()
    const { db, secrets } = deps
    await db.deleteFrom('signing_keys').execute()
    const first = (): Promise<unknown> => new SigningKeys(db, secrets, clock).current()
    const making = await db.transaction().execute(async (transaction) => {
      await sql`lock table signing_keys in share row exclusive mode`.execute(transaction)
      const processes = [first(), first(), first()]
      const waiting = sql`select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting.execute(transaction)).rows.length).toBe(3)
      return { processes }
    })
    await Promise.all(making.processes)
    expect(await db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
    await close()
  },
)
