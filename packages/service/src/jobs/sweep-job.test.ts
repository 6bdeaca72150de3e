import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openSession } from '../../test/card-session.ts'
import { type FakeProcessor, fakeProcessor, lost } from '../../test/fake-processor.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail } from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { startKycSession } from '../../test/orders.ts'
import { givePatience } from '../../test/patience.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { insertRedirectToken } from '../payments/redirect-token-store.ts'
import { sha256 } from '../platform/secrets.ts'
import type { KycProvider } from '../kyc/provider.ts'
import { sandboxKyc } from '../kyc/sandbox-provider.ts'

const SWEPT_EVERY_MS = 5_000
/** The longest pause between two questions to somebody outside. */
const LONGEST_PAUSE_MS = 5 * 60_000

let service: TestService
let onReview: KycProvider['review']
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  const provider: KycProvider = {
    review: (application, signal) => onReview(application, signal),
    result: async () => 'pending',
  }
  service = await startTestService({ overrides: { processor, kyc: { ...sandboxKyc, provider } } })
})
beforeEach(() => {
  processor.reset()
  onReview = async () => 'approved'
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => service.close())

/** Lets the service sweep before it reads. */
const swept =
  <T>(read: () => Promise<T>, { clock }: TestService = service) =>
  (): Promise<T> => {
    clock.advance(SWEPT_EVERY_MS)
    return read()
  }

test('the service asks by itself what became of a card and of a challenge', async () => {
  const challenge = { state: 'challenge', url: 'https://bank.example', data: 'q' } as const
  for (const begun of [{ state: 'pending' }, challenge] as const) {
    processor.onAuthorise = async () => begun
    processor.onResult = async () => ({ state: 'approved' })
    const { page } = await openSession(service)
    await page.pay()
    service.clock.advance(LONGEST_PAUSE_MS)
    await expect.poll(swept(() => page.view())).toMatchObject({ step: 'approved' })
  }
})

test('the service gives back by itself what it could not at once', async () => {
  let cancels = 0
  processor.onAuthorise = lost
  processor.onResult = async () => ({ state: 'unknown' })
  processor.onCancel = async () => ((cancels += 1) === 1 ? lost() : undefined)
  const { page } = await openSession(service)
  await page.pay()
  for (const times of [1, 2]) {
    service.clock.advance(LONGEST_PAUSE_MS)
    await expect.poll(swept(async () => cancels)).toBe(times)
  }
  await expect.poll(() => page.view()).toMatchObject({ step: 'pay' })
})

test('the service has an identity check decided whose provider could not be reached', async () => {
  onReview = () => Promise.reject(new Error('socket hang up'))
  const page = await startKycSession(service, 1)
  expect(await giveEmail(page)).toMatchObject({ step: 'processing' })
  onReview = async () => 'approved'
  service.clock.advance(LONGEST_PAUSE_MS)
  await expect.poll(swept(() => page.view())).toMatchObject({ step: 'kyc_approved' })
})

test('the service forgets by itself what has ended, and nothing else', async () => {
  const { db, clock } = service.deps
  const { id: intentId } = await storeIntent(service)
  for (const level of [2, 3] as const) await startKycSession(service, level)
  const now = clock.now()
  const long = new Date(now.getTime() - 8 * 24 * 3_600_000)
  const later = new Date(now.getTime() + 24 * 3_600_000)
  for (const expiresAt of [now, later])
    await insertRedirectToken(db, { tokenHash: sha256(randomUUID()), intentId, expiresAt })
  const end = sql`case level when 3 then ${later}::timestamptz else ${now}::timestamptz end`
  await sql`insert into kyc_handovers select id, gen_random_uuid(), ${now}, null, ${end} from kyc_sessions`.execute(db)
  await sql`
    update kyc_sessions set upload_id = gen_random_uuid(), upload_until = ${end}, pending_email_encrypted = 'sealed',
      expires_at = ${end}
  `.execute(db)
  await sql`insert into code_tallies values (${sha256('ended')}, 24, ${long}, 1, 0)`.execute(db)
  await sql`insert into receipt_mails (intent_id, email_encrypted, created_at) values (${intentId}, '', ${long})`.execute(
    db,
  )
  await sql`
    insert into pictures (merchant_id, address_hash, fetched_at)
    select id, ${sha256('gone')}::bytea, ${long}::timestamptz from merchants
    union all select id, ${sha256('shown')}::bytea, ${now}::timestamptz from merchants
  `.execute(db)
  const left = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::integer from redirect_tokens) as tokens, (select count(*)::integer from kyc_handovers) as links,
        (select count(*)::integer from kyc_sessions where upload_id is not null) as files,
        (select count(*)::integer from kyc_sessions where pending_email_encrypted is not null) as unanswered,
        (select count(*)::integer from code_tallies where key = ${sha256('ended')}) as tallies,
        (select count(*)::integer from receipt_mails) as addresses,
        (select count(distinct address_hash)::integer from pictures) as pictures
    `.execute(db)
    return rows[0]
  }
  const kept = { tokens: 1, links: 1, files: 1, unanswered: 1, pictures: 1 }
  await expect.poll(swept(left)).toEqual({ ...kept, tallies: 0, addresses: 0 })
})

test('a sweep that fails is told and counted, keeps no other from its work, and is run again', async () => {
  const { db, clock } = service.deps
  const task = 'forget ended code tallies'
  const failed = async () => {
    const { text } = await service.request('/metrics', { token: null })
    return Number(new RegExp(`^coinslot_failed_sweeps_total\\{sweep="${task}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
  }
  await sql`insert into code_tallies values (${sha256('kept')}, 1, ${new Date(0)}, 1, 0)`.execute(db)
  await sql`alter table code_tallies rename to mislaid`.execute(db)
  await expect.poll(swept(failed)).toBeGreaterThan(0)
  expect(lastLogged(service, 'a sweep failed and will be run again')).toMatchObject({ task })
  const { id: intentId } = await storeIntent(service)
  await insertRedirectToken(db, { tokenHash: sha256(randomUUID()), intentId, expiresAt: clock.now() })
  const tokens = db.selectFrom('redirect_tokens').select('intent_id').where('intent_id', '=', intentId)
  await expect.poll(swept(() => tokens.execute())).toEqual([])
  await sql`alter table mislaid rename to code_tallies`.execute(db)
  const tallies = db.selectFrom('code_tallies').select('hours').where('key', '=', sha256('kept'))
  await expect.poll(swept(() => tallies.execute())).toEqual([])
})

/** A service in the middle of asking about 60 authorisations, none of which is answered yet. */
const askingService = async () => {
  const acquirer = fakeProcessor()
  const asking = await startTestService({ overrides: { processor: acquirer } })
  const { id } = await storeIntent(asking)
  const at = asking.clock.now()
  await sql`
    with copies as (
      insert into payment_intents
      select (json_populate_record(intent, json_build_object('id', gen_random_uuid()))).*
      from payment_intents intent, generate_series(1, 60) where id = ${id}::uuid
      returning id
    )
    insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, created_at, check_at)
    select gen_random_uuid(), id, gen_random_uuid(), 'visa', '0000', 'authorising', ${at}::timestamptz, ${at}::timestamptz
    from copies
  `.execute(asking.deps.db)
  const asked: string[] = []
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  acquirer.onResult = async (reference) => {
    asked.push(reference)
    await isAnswered
    return { state: 'approved' }
  }
  await expect.poll(swept(async () => asked.length, asking)).toBeGreaterThan(0)
  return { asking, asked, answer }
}

test.skipIf(isTwofold)('a service that stops finishes what it is asking about, and begins nothing more', async () => {
  const { asking, asked, answer } = await askingService()
  let isStopped = false
  const stopping = asking.service.stop().then(() => (isStopped = true))
  let turns = 0
  await expect.poll(() => isStopped || (turns += 1) > 10).toBe(true)
  expect(isStopped).toBe(false)
  answer()
  await stopping
  expect(asked).toHaveLength(8)
  expect(lastLogged(asking, 'the processor could not be asked about an authorisation')).toEqual({})
  await asking.close()
})

test('a service that stops waits no longer than four seconds for somebody outside', async () => {
  const { runOut } = givePatience()
  const { asking, answer } = await askingService()
  let isStopped = false
  const stopping = asking.service.stop().then(() => (isStopped = true))
  await expect
    .poll(() => {
      asking.clock.advance(1_000)
      return isStopped
    })
    .toBe(true)
  await stopping
  runOut()
  answer()
  await asking.close()
})
