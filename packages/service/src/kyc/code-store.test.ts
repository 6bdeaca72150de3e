import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { startKycSession } from '../../test/orders.ts'
import type { CodeChannel, CodeFate } from './code-rules.ts'
import {
  type CodeKey,
  countDestinations,
  deleteCodes,
  findCode,
  forgetOldCodes,
  writeCode,
  writeCodeAttempts,
  writeFate,
} from './code-store.ts'

const CHANNELS: readonly CodeChannel[] = ['email', 'phone']
const FATES: readonly CodeFate[] = ['sent', 'failed', 'timed_out']
const DESTINATIONS = ['first', 'second'].map((text) => Buffer.from(text))

let service: TestService
/** Each mailbox and number of two sessions. */
let keys: readonly CodeKey[]
beforeAll(async () => {
  service = await startTestService({ widget: null })
  for (let count = 0; count < 2; count += 1) await startKycSession(service, 2)
  const sessions = await service.deps.db.selectFrom('kyc_sessions').select('id').orderBy('id').execute()
  keys = sessions.flatMap(({ id: sessionId }) =>
    CHANNELS.flatMap((channel) =>
      DESTINATIONS.map((destinationHash): CodeKey => ({ sessionId, channel, destinationHash })),
    ),
  )
})
afterAll(() => service.close())

/** How the nth of the keys began. */
const begun = (nr: number) => ({
  codeHash: Buffer.from(`code ${nr}`),
  sent: nr + 1,
  sentAt: service.clock.now(),
  expiresAt: service.clock.now(),
})

beforeEach(async () => {
  await service.deps.db.deleteFrom('kyc_codes').execute()
  for (const [nr, key] of keys.entries()) await writeCode(service.deps.db, key, begun(nr))
})

const stored = () => Promise.all(keys.map((key) => findCode(service.deps.db, key)))

test('each code is found by its session, channel and destination, and by nothing less', async () => {
  const unknown = { attempts: 0, failed: 0, lastHandedOver: null, lastNotHandedOver: null }
  expect(await stored()).toEqual(keys.map((_key, nr) => ({ ...begun(nr), ...unknown })))
})

test('what became of handing it over is noted of that code alone, unless another has taken its place', async () => {
  const fates = async () =>
    (await stored()).map((code) => [code?.lastHandedOver, code?.lastNotHandedOver, code?.failed])
  const expected = keys.map((): (number | null)[] => [null, null, 0])
  for (const [nr, key] of keys.entries()) {
    const { sent } = begun(nr)
    const at = service.clock.now()
    const fate = FATES[nr % FATES.length] ?? 'sent'
    await writeFate(service.deps.db, key, { sent: sent - 1, fate: 'sent', at })
    await writeFate(service.deps.db, key, { sent, fate, at })
    const isSent = fate === 'sent'
    expected[nr] = [isSent ? sent : null, isSent ? null : sent, fate === 'failed' ? 1 : 0]
    expect(await fates()).toEqual(expected)
  }
})

test('a wrong answer counts for the code that it was given for, and a new code begins anew', async () => {
  for (const [nr, key] of keys.entries()) await writeCodeAttempts(service.deps.db, key, nr)
  expect((await stored()).map((code) => code?.attempts)).toEqual(keys.map((_key, nr) => nr))
  for (const [nr, key] of keys.entries()) {
    await writeCode(service.deps.db, key, begun(nr))
    expect((await stored()).map((code) => code?.attempts)).toEqual(keys.map((_key, other) => (other <= nr ? 0 : other)))
  }
})

test('destinations are counted, and forgotten, for one channel of one session', async () => {
  const [forgotten, ...others] = keys.filter((_key, nr) => nr % DESTINATIONS.length === 0)
  if (forgotten === undefined) throw new Error('there is no session')
  expect(await countDestinations(service.deps.db, forgotten)).toBe(2)
  await deleteCodes(service.deps.db, forgotten)
  expect(await countDestinations(service.deps.db, forgotten)).toBe(0)
  for (const other of others) expect(await countDestinations(service.deps.db, other)).toBe(2)
})

test('codes whose session must have ended are forgotten, the oldest first, so many at a time', async () => {
  const { db, clock } = service.deps
  const expiresAt = clock.now()
  for (const [nr, key] of keys.entries()) {
    await writeCode(db, key, { ...begun(nr), expiresAt: new Date(expiresAt.getTime() - (nr < 5 ? nr : -1)) })
  }
  const left = async () => (await stored()).flatMap((code, nr) => (code === null ? [] : [nr]))
  const dayLater = new Date(expiresAt.getTime() + 24 * 3_600_000)
  await forgetOldCodes(db, new Date(dayLater.getTime() - 5), 3)
  expect(await left()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  await forgetOldCodes(db, dayLater, 3)
  expect(await left()).toEqual([0, 1, 5, 6, 7])
  await forgetOldCodes(db, dayLater, 3)
  expect(await left()).toEqual([5, 6, 7])
})
