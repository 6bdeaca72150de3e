import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession, sweep } from '../../test/card-session.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { type FakeProcessor, fakeProcessor, holdAnswer, lost } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { recordedTypes, storedAttempts, storedStatus } from '../../test/session-facts.ts'
import { withoutTable } from '../../test/without-table.ts'
import { moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { closeIntent } from './close-intent.ts'
import { expireIntents } from './expire-intents.ts'
import { pay } from './pay.ts'
import type { AuthorisationResult } from './processor.ts'
import { settleAttempt } from './settle-attempt.ts'

/** The longest pause between two questions about an attempt. */
const LONGEST_PAUSE_MS = 5 * 60_000
const CHALLENGE = { state: 'challenge', url: 'https://bank.example', data: 'q' } as const

let service: TestService
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, overrides: { processor } })
})
beforeEach(() => processor.reset())
afterAll(() => service.close())

/** Begins something while another transaction holds the intent, which is let go when its time is over. */
const heldPastItsTime = async (intentId: string, act: () => Promise<unknown>): Promise<void> => {
  let acting: Promise<unknown> = Promise.resolve()
  await service.deps.db.transaction().execute(async (transaction) => {
    await lockPayment(transaction, intentId)
    acting = act()
    // The embedded database lets it begin only once the intent is let go.
    if (testDatabase === 'postgres') await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
    service.clock.advance(30 * 60_000)
  })
  await acting
}

/** A buyer pays, and the acquirer answers once the sweep has expired the intent. @returns the intent. */
const answeredOnceExpired = async (answer: AuthorisationResult): Promise<string> => {
  const held = holdAnswer(processor)
  const { intentId, page } = await openSession(service)
  const paying = page.pay()
  await held.asked
  service.clock.advance(30 * 60_000)
  await expireIntents(service.deps)
  held.answer(answer)
  expect(await paying).toMatchObject({ step: 'expired' })
  return intentId
}

describe('an approval that comes too late', () => {
  test('for an intent that has expired is given back', async () => {
    const intentId = await answeredOnceExpired({ state: 'approved' })
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
    expect(await storedStatus(service, intentId)).toBe('Expired')
    expect(await recordedTypes(service, intentId)).toEqual(['payment_expired'])
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
  })

  test('before the sweep has come by expires the intent all the same', async () => {
    processor.onAuthorise = async () => {
      service.clock.advance(30 * 60_000)
      return { state: 'approved' }
    }
    const { intentId, page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'expired' })
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
    expect(await recordedTypes(service, intentId)).toEqual(['payment_expired'])
  })

  test('is given back by the sweep where that fails at first', async () => {
    processor.onCancel = lost
    processor.onAuthorise = async () => {
      service.clock.advance(30 * 60_000)
      return { state: 'approved' }
    }
    const { intentId, page } = await openSession(service)
    await page.pay()
    expect(await storedAttempts(service, intentId)).toEqual(['reversing'])
    expect(lastLogged(service, 'an authorisation could not be given back yet')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['reversing'])

    processor.onCancel = async () => undefined
    service.clock.advance(LONGEST_PAUSE_MS)
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
  })
})

test('an approval is given back once more where it could not be written down that it was', async () => {
  processor.onAuthorise = async () => ({ state: 'pending' })
  const { intentId, page } = await openSession(service)
  await page.pay()
  const [attemptId = ''] = processor.authorised
  service.clock.advance(30 * 60_000)
  let end = (): void => undefined
  let outage: Promise<void> = Promise.resolve()
  processor.onCancel = () =>
    new Promise((cancelled) => {
      const untilTheEnd = () =>
        new Promise<void>((resolve) => {
          end = resolve
          cancelled()
        })
      outage = withoutTable(service.deps.db, 'card_attempts', untilTheEnd)
    })
  await settleAttempt(service.deps, attemptId, { state: 'approved' }).finally(() => end())
  await outage
  expect(await storedAttempts(service, intentId)).toEqual(['reversing'])

  processor.onCancel = async () => undefined
  service.clock.advance(LONGEST_PAUSE_MS)
  await sweep(service)
  // The sweep also gives back what other tests have left.
  expect(processor.cancelled.filter((id) => id === attemptId)).toHaveLength(2)
  expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
})

test('a challenge that comes once its intent has expired is withdrawn, and put to nobody', async () => {
  const intentId = await answeredOnceExpired(CHALLENGE)
  expect(processor.cancelled).toEqual(processor.authorised)
  expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
})

describe('a buyer who leaves', () => {
  test('withdraws the challenge where the time of the intent is over', async () => {
    processor.onAuthorise = async () => CHALLENGE
    const { intentId, page } = await openSession(service)
    await page.pay()
    service.clock.advance(30 * 60_000)
    await closeIntent(service.deps, intentId)
    expect(await storedAttempts(service, intentId)).toEqual(['reversing'])
    expect(await storedStatus(service, intentId)).toBe('Expired')
  })

  test('after a refusal declines the intent, though another card is still being given back', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    processor.onAuthorise = lost
    processor.onResult = async () => ({ state: 'unknown' })
    processor.onCancel = lost
    await page.pay()
    service.clock.advance(LONGEST_PAUSE_MS)
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['refused', 'reversing'])
    await closeIntent(service.deps, intentId)
    expect(await recordedTypes(service, intentId)).toEqual(['payment_declined'])
  })
})

describe('what has waited for its intent past its time', () => {
  test('gives an approval back', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    const [attemptId = ''] = processor.authorised
    await heldPastItsTime(intentId, () => settleAttempt(service.deps, attemptId, { state: 'approved' }))
    expect(await storedStatus(service, intentId)).toBe('Expired')
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
  })

  test('withdraws a challenge', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    processor.onResult = lost
    const { intentId, page } = await openSession(service)
    await page.pay()
    const [attemptId = ''] = processor.authorised
    await heldPastItsTime(intentId, () => settleAttempt(service.deps, attemptId, CHALLENGE))
    expect(await storedStatus(service, intentId)).toBe('Expired')
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toContain(attemptId)
  })

  test('tries no card', async () => {
    const { intentId, page } = await openSession(service)
    await heldPastItsTime(intentId, () => pay(service.deps, intentId, page.payRequest()))
    expect(await storedAttempts(service, intentId)).toEqual([])
    expect(processor.authorised).toEqual([])
  })

  test('expires an intent that the buyer has left', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    await heldPastItsTime(intentId, () => closeIntent(service.deps, intentId))
    await expect.poll(() => recordedTypes(service, intentId)).toEqual(['payment_expired'])
  })
})

describe.runIf(testDatabase === 'postgres')('while another process writes down an approval', () => {
  const approvedMeanwhile = async (intentId: string, act: () => Promise<unknown>): Promise<void> => {
    const { db, clock } = service.deps
    let acting: Promise<unknown> = Promise.resolve()
    let isOver = false
    await db.transaction().execute(async (transaction) => {
      await moveIntent(transaction, await lockPayment(transaction, intentId), 0, 'approve', clock.now())
      acting = act().finally(() => (isOver = true))
      await expect.poll(async () => isOver || (await someoneWaitsFor(transaction))).toBe(true)
    })
    await acting
    expect(await storedStatus(service, intentId)).toBe('Approved')
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  }

  test('no card is tried', async () => {
    const { intentId, page } = await openSession(service)
    await approvedMeanwhile(intentId, () => pay(service.deps, intentId, page.payRequest()))
    expect(await storedAttempts(service, intentId)).toEqual([])
    expect(processor.authorised).toEqual([])
  })

  test('a buyer who leaves declines nothing', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    await approvedMeanwhile(intentId, () => closeIntent(service.deps, intentId))
    expect(await storedAttempts(service, intentId)).toEqual(['refused'])
  })

  test('the approval of another attempt is given back', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    const [attemptId = ''] = processor.authorised
    await approvedMeanwhile(intentId, () => settleAttempt(service.deps, attemptId, { state: 'approved' }))
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toContain(attemptId)
  })
})

test.runIf(testDatabase === 'postgres')('of two answers that wait for their intent, the first stands', async () => {
  const { db } = service.deps
  processor.onAuthorise = async () => ({ state: 'pending' })
  const { intentId, page } = await openSession(service)
  await page.pay()
  const [attemptId = ''] = processor.authorised
  const waiting = sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `
  const settling: Promise<void>[] = []
  await db.transaction().execute(async (transaction) => {
    await lockPayment(transaction, intentId)
    for (const state of ['approved', 'refused'] as const) {
      settling.push(settleAttempt(service.deps, attemptId, { state }))
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(settling.length)
    }
  })
  await Promise.all(settling)
  expect(await storedStatus(service, intentId)).toBe('Approved')
  expect(await storedAttempts(service, intentId)).toEqual(['approved'])
})

test('an answer about an attempt that is not there changes nothing', async () => {
  await settleAttempt(service.deps, randomUUID(), { state: 'approved' })
  expect(processor.cancelled).toEqual([])
})

test('an answer about an attempt that is being given back changes nothing', async () => {
  processor.onAuthorise = async () => {
    service.clock.advance(30 * 60_000)
    return { state: 'approved' }
  }
  processor.onCancel = lost
  const { intentId, page } = await openSession(service)
  await page.pay()
  const [attemptId = ''] = processor.authorised
  for (const state of ['approved', 'refused', 'pending'] as const) {
    await settleAttempt(service.deps, attemptId, { state })
    expect(await storedAttempts(service, intentId), state).toEqual(['reversing'])
  }
  expect(await recordedTypes(service, intentId)).toEqual(['payment_expired'])
})
