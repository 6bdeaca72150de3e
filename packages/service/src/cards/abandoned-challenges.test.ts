import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeProcessor, fakeProcessor } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { settleUnsettled } from './settle-unsettled.ts'
import { readOpenAttempts, takeUnsettled } from './unsettled-store.ts'

const ABANDONED = 3_000

let service: TestService
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ overrides: { processor } })
})
beforeEach(() => service.deps.db.deleteFrom('card_attempts').execute())
afterAll(() => service.close())

const storeChallenges = async (count: number): Promise<void> => {
  const { id } = await storeIntent(service)
  await sql`
    with copies as (
      insert into payment_intents
      select (json_populate_record(intent, json_build_object('id', gen_random_uuid()))).*
      from payment_intents intent, generate_series(1, ${count}::integer) where id = ${id}::uuid
      returning id
    )
    insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, challenge_url, challenge_data,
      created_at, check_at)
    select gen_random_uuid(), id, gen_random_uuid(), 'visa', '0000', 'challenged', 'https://bank.example', 'q',
      ${service.clock.now()}::timestamptz, ${service.clock.now()}::timestamptz
    from copies
  `.execute(service.deps.db)
}

const stored = async (status: 'authorising' | 'reversing'): Promise<string> => {
  const intent = await storeIntent(service)
  const id = randomUUID()
  const at = service.clock.now()
  const of = { intent_id: intent.id, attempt_key: randomUUID(), brand: 'visa', last_four: '0000' }
  await service.deps.db
    .insertInto('card_attempts')
    .values({ ...of, id, status, created_at: at, check_at: at })
    .execute()
  return id
}

test(`${ABANDONED} challenges that nobody answers keep no reversal and no lost authorisation waiting`, async () => {
  const asked: string[] = []
  let atOnce = 0
  let most = 0
  processor.onResult = async (reference) => {
    asked.push(reference)
    most = Math.max(most, (atOnce += 1))
    await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    return { state: 'challenge', url: 'https://bank.example', data: 'q' }
  }
  await storeChallenges(ABANDONED)
  service.clock.advance(1)
  const [reversal, lost] = [await stored('reversing'), await stored('authorising')]
  const challenges = settleUnsettled(service.deps, 'challenged', () => asked.length >= 100)
  for (const lane of ['authorising', 'reversing'] as const) await settleUnsettled(service.deps, lane)
  expect(processor.cancelled).toEqual([reversal])
  expect(asked).toContain(lost)
  await challenges
  expect(asked.length).toBeLessThan(ABANDONED)
  expect(most).toBeLessThanOrEqual(16)
})

test('a challenge is asked about after pauses that grow to five minutes', async () => {
  const { db } = service.deps
  const began = service.clock.now()
  await storeChallenges(1)
  const [{ id } = { id: '' }] = await takeUnsettled(db, 'challenged', began, 1)
  const times = [began.getTime()]
  while (times.length < 14) {
    const query = db.selectFrom('card_attempts').select('check_at').where('id', '=', id)
    const nextMs = (await query.executeTakeFirstOrThrow()).check_at.getTime()
    expect(await takeUnsettled(db, 'challenged', new Date(nextMs - 1), 1)).toEqual([])
    // The database knows microseconds.
    expect(await takeUnsettled(db, 'challenged', new Date(nextMs + 1), 1)).toHaveLength(1)
    times.push(nextMs)
  }
  const pauses = times.slice(1).map((at, index) => Math.round((at - (times[index] ?? 0)) / 1_000))
  expect(pauses.at(0)).toBe(15)
  expect(pauses.at(-1)).toBe(300)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
})

test('operators see how many are open, and the age of the oldest', async () => {
  await storeChallenges(1)
  for (const status of ['authorising', 'reversing'] as const) await stored(status)
  const { text } = await service.request('/metrics')
  for (const status of ['authorising', 'challenged', 'reversing']) {
    expect(text).toMatch(new RegExp(`^coinslot_open_attempts\\{status="${status}"\\} [1-9]\\d*$`, 'm'))
    expect(text).toMatch(new RegExp(`^coinslot_open_attempt_age_seconds\\{status="${status}"\\} [\\d.]+$`, 'm'))
  }
})

test('operators see at each look what is open by then', async () => {
  const open = async () => {
    const { text } = await service.request('/metrics')
    return Number(/^coinslot_open_attempts\{status="authorising"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }
  const before = await open()
  await stored('authorising')
  expect(await open()).toBe(before + 1)
})

test('the age is that of the oldest, and what has ended is not among them', async () => {
  const { db, clock } = service.deps
  const now = clock.now()
  for (const status of ['authorising', 'reversing'] as const) await stored(status)
  await sql`update card_attempts set status = 'approved', created_at = '2020-01-01'`.execute(db)
  for (const seconds of [40, 7]) {
    const id = await stored('authorising')
    const created_at = new Date(now.getTime() - seconds * 1_000)
    await db.updateTable('card_attempts').set({ created_at, check_at: now }).where('id', '=', id).execute()
  }
  expect(await readOpenAttempts(db, now)).toEqual([{ status: 'authorising', count: 2, oldestSeconds: 40 }])
})
