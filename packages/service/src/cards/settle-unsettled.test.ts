import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { widgetBuyer } from '../../test/buyer.ts'
import { someoneWaits, testDatabase } from '../../test/databases.ts'
import { type FakeProcessor, fakeProcessor } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { recordedTypes, storedAttempts, storedStatus } from '../../test/session-facts.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { moveIntent } from '../payments/finalise.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { closeIntent } from './close-intent.ts'
import { expireIntents } from './expire-intents.ts'
import { pay } from './pay.ts'
import { settleAttempt } from './settle-attempt.ts'
import { settleUnsettled } from './settle-unsettled.ts'
import { takeUnsettled } from './unsettled-store.ts'

/** Between two questions about an attempt. */
const LONGEST_PAUSE_MS = 5 * 60_000

let service: TestService
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ overrides: { processor } })
})
beforeEach(() => processor.reset())
afterAll(() => service.close())

const sweep = async () => {
  await settleUnsettled(service.deps, 'uncertain')
  await settleUnsettled(service.deps, 'challenged')
}
const lost = async (): Promise<never> => {
  throw new Error('socket hang up')
}
const openSession = async () => {
  const intent = await storeIntent(service)
  return { intentId: intent.id, page: widgetBuyer(service, intent) }
}
/** What the service has logged of a mishap with the card that was tried last. */
const logged = (message: string) => {
  const line = service.logs.findLast((text) => text.includes(message)) ?? '{}'
  return JSON.parse(line) as Record<string, unknown>
}
/** Begins something while another transaction holds the intent, which is let go when its time is over. */
const heldPastItsTime = async (intentId: string, act: () => Promise<unknown>): Promise<void> => {
  let acting: Promise<unknown> = Promise.resolve()
  await service.deps.db.transaction().execute(async (transaction) => {
    await lockPayment(transaction, intentId)
    acting = act()
    service.clock.advance(30 * 60_000)
  })
  await acting
}
/** A promise and what resolves it, for an answer that takes its time. */
const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

test('the acquirer is asked for the amount and the currency of the intent', async () => {
  const { page } = await order(service, { amount: '123.45', currency: 'EUR' })
  expect(await page.pay()).toMatchObject({ step: 'approved' })
  const [reference = ''] = processor.authorised
  expect(processor.asked).toEqual([{ reference, amount: '123.45', currency: 'EUR', description: '100 coins' }])
})

describe('an authorisation whose answer was lost', () => {
  test('is looked up at once, and never asked for again', async () => {
    processor.onAuthorise = lost
    const { intentId, page } = await openSession()
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect(processor.authorised).toHaveLength(1)
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
    expect(logged('the answer to an authorisation was lost')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })
  })

  test('is shown as processing, takes no other card, and is settled by the sweep', async () => {
    processor.onAuthorise = lost
    processor.onResult = lost
    const { intentId, page } = await openSession()
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    service.clock.advance(60_000)
    await sweep()
    expect(await page.view()).toMatchObject({ step: 'processing' })
    expect(logged('the processor could not be asked about an authorisation')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })

    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep()
    await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
    expect(processor.authorised).toHaveLength(1)
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  })

  test('is cancelled where nobody has heard of it, and only then may another card be tried', async () => {
    processor.onAuthorise = lost
    processor.onResult = async () => ({ state: 'unknown' })
    processor.onCancel = lost
    const { intentId, page } = await openSession()
    await page.pay()
    expect(await storedAttempts(service, intentId)).toEqual(['authorising'])
    service.clock.advance(60_000)
    await sweep()
    expect(await page.pay()).toMatchObject({ step: 'processing' })

    processor.onCancel = async () => undefined
    service.clock.advance(60_000)
    await sweep()
    await expect.poll(() => page.view()).toMatchObject({ step: 'pay', attempts_left: 3 })
    processor.onAuthorise = async () => ({ state: 'approved' })
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect(await storedAttempts(service, intentId)).toEqual(['reversed', 'approved'])
  })

  test('is asked about by one of several processes that sweep at once', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const sessions = await Promise.all(Array.from({ length: 10 }, openSession))
    await Promise.all(sessions.map(({ page }) => page.pay()))
    const asked: string[] = []
    processor.onResult = async (reference) => {
      asked.push(reference)
      return { state: 'approved' }
    }
    service.clock.advance(60_000)
    await Promise.all(Array.from({ length: 4 }, sweep))
    for (const { page } of sessions) await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
    expect(new Set(asked).size).toBe(asked.length)
  })
})

test('an answer that takes its time is asked for by nobody else before half a minute', async () => {
  const answer = deferred<{ state: 'approved' }>()
  const arrived = deferred<void>()
  processor.onAuthorise = () => {
    arrived.resolve()
    return answer.promise
  }
  let asked = 0
  processor.onResult = async () => {
    asked += 1
    return { state: 'pending' }
  }
  const paying = openSession().then(({ page }) => page.pay())
  await arrived.promise
  service.clock.advance(29_999)
  await sweep()
  expect(asked).toBe(0)
  service.clock.advance(1)
  await expect.poll(() => sweep().then(() => asked)).toBe(1)
  answer.resolve({ state: 'approved' })
  expect(await paying).toMatchObject({ step: 'approved' })
})

test('an acquirer who has not decided is asked again after five seconds, not sooner', async () => {
  const asked: string[] = []
  processor.onAuthorise = async () => ({ state: 'pending' })
  processor.onResult = async (reference) => {
    asked.push(reference)
    return { state: 'approved' }
  }
  const { page } = await openSession()
  expect(await page.pay()).toMatchObject({ step: 'processing' })
  const [reference] = processor.authorised
  service.clock.advance(4_999)
  await sweep()
  expect(asked).not.toContain(reference)
  service.clock.advance(1)
  await expect.poll(() => sweep().then(() => asked)).toContain(reference)
})

test.runIf(testDatabase === 'postgres')('what one process is about to ask about is passed over by others', async () => {
  const { db, clock } = service.deps
  processor.onAuthorise = async () => ({ state: 'pending' })
  const { page } = await openSession()
  await page.pay()
  const later = new Date(clock.now().getTime() + 60_000)
  await db.transaction().execute(async (transaction) => {
    expect(await takeUnsettled(transaction, 'uncertain', later, 50)).not.toEqual([])
    expect(await takeUnsettled(db, 'uncertain', later, 50)).toEqual([])
  })
})

describe('an approval that comes too late', () => {
  test('for an intent that has expired is given back', async () => {
    const answer = deferred<{ state: 'approved' }>()
    const arrived = deferred<void>()
    processor.onAuthorise = () => {
      arrived.resolve()
      return answer.promise
    }
    const { intentId, page } = await openSession()
    const paying = page.pay()
    await arrived.promise
    service.clock.advance(30 * 60_000)
    await expireIntents(service.deps)
    answer.resolve({ state: 'approved' })
    expect(await paying).toMatchObject({ step: 'expired' })
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
    const { intentId, page } = await openSession()
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
    const { intentId, page } = await openSession()
    await page.pay()
    expect(await storedAttempts(service, intentId)).toEqual(['reversing'])
    expect(logged('an authorisation could not be given back yet')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })
    await sweep()
    expect(await storedAttempts(service, intentId)).toEqual(['reversing'])

    processor.onCancel = async () => undefined
    service.clock.advance(LONGEST_PAUSE_MS)
    await sweep()
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
  })
})

describe('what has waited for its intent past its time', () => {
  test('gives an approval back', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { intentId, page } = await openSession()
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
    const { intentId, page } = await openSession()
    await page.pay()
    const [attemptId = ''] = processor.authorised
    const challenge = { state: 'challenge', url: 'https://bank.example', data: 'q' } as const
    await heldPastItsTime(intentId, () => settleAttempt(service.deps, attemptId, challenge))
    expect(await storedStatus(service, intentId)).toBe('Expired')
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toContain(attemptId)
  })

  test('tries no card', async () => {
    const { intentId, page } = await openSession()
    await heldPastItsTime(intentId, () => pay(service.deps, intentId, page.payRequest()))
    expect(await storedAttempts(service, intentId)).toEqual([])
    expect(processor.authorised).toEqual([])
  })

  test('expires an intent that the buyer has left', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession()
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
      await expect.poll(async () => isOver || (await someoneWaits(db))).toBe(true)
    })
    await acting
    expect(await storedStatus(service, intentId)).toBe('Approved')
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  }

  test('no card is tried', async () => {
    const { intentId, page } = await openSession()
    await approvedMeanwhile(intentId, () => pay(service.deps, intentId, page.payRequest()))
    expect(await storedAttempts(service, intentId)).toEqual([])
    expect(processor.authorised).toEqual([])
  })

  test('a buyer who leaves declines nothing', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession()
    await page.pay()
    await approvedMeanwhile(intentId, () => closeIntent(service.deps, intentId))
    expect(await storedAttempts(service, intentId)).toEqual(['refused'])
  })

  test('the approval of another attempt is given back', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { intentId, page } = await openSession()
    await page.pay()
    const [attemptId = ''] = processor.authorised
    await approvedMeanwhile(intentId, () => settleAttempt(service.deps, attemptId, { state: 'approved' }))
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toContain(attemptId)
  })
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
  const { intentId, page } = await openSession()
  await page.pay()
  const [attemptId = ''] = processor.authorised
  for (const state of ['approved', 'refused', 'pending'] as const) {
    await settleAttempt(service.deps, attemptId, { state })
    expect(await storedAttempts(service, intentId), state).toEqual(['reversing'])
  }
  expect(await recordedTypes(service, intentId)).toEqual(['payment_expired'])
})

describe('a challenge that is left', () => {
  const challenge = async () => ({ state: 'challenge' as const, url: 'https://bank.example', data: 'q' })

  test('is settled by the sweep where the buyer has confirmed and closed the page', async () => {
    processor.onAuthorise = challenge
    processor.onResult = challenge
    const { intentId, page } = await openSession()
    await page.pay()
    service.clock.advance(60_000)
    await sweep()
    expect(await page.view()).toMatchObject({ step: 'challenge' })
    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep()
    await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  })

  test('shows as processing while the bank’s word is still on its way', async () => {
    processor.onAuthorise = challenge
    processor.onResult = async () => ({ state: 'pending' })
    const { page } = await openSession()
    const view = await page.pay()
    const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
    expect(await page.act(CHECKOUT_PATHS.challenge, { challenge_id })).toMatchObject({ step: 'processing' })
  })

  test('stays as it is until the bank has heard from the buyer', async () => {
    processor.onAuthorise = challenge
    processor.onResult = async () => ({ ...(await challenge()), data: 'another' })
    const { page } = await openSession()
    const view = await page.pay()
    const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
    expect(await page.act(CHECKOUT_PATHS.challenge, { challenge_id })).toMatchObject(view)
  })

  test('whose end nobody can be asked about is a 503 that says when to ask again, and the next question finds it', async () => {
    processor.onAuthorise = challenge
    processor.onResult = lost
    const { page } = await openSession()
    const view = await page.pay()
    const body = { challenge_id: view.step === 'challenge' ? view.challenge.id : '' }
    const answer = await page.send(CHECKOUT_PATHS.challenge, { method: 'POST', body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(answer.json?.error?.message).toBe('The bank’s answer could not be read; try again')
    processor.onResult = async () => ({ state: 'approved' })
    expect(await page.act(CHECKOUT_PATHS.challenge, body)).toMatchObject({ step: 'approved' })
  })

  test('is asked about for its own session alone, and no more once it has ended', async () => {
    const asked: string[] = []
    processor.onAuthorise = challenge
    processor.onResult = async (reference) => {
      asked.push(reference)
      return { state: 'refused' }
    }
    const [{ page }, other] = [await openSession(), await openSession()]
    const view = await page.pay()
    const body = { challenge_id: view.step === 'challenge' ? view.challenge.id : '' }
    expect(await other.page.act(CHECKOUT_PATHS.challenge, body)).toMatchObject({ step: 'pay', refused: false })
    const ofNobody = { challenge_id: randomUUID() }
    expect(await page.act(CHECKOUT_PATHS.challenge, ofNobody)).toMatchObject({ step: 'challenge' })
    expect(asked).toEqual([])
    expect(await page.act(CHECKOUT_PATHS.challenge, body)).toMatchObject({ step: 'pay', refused: true, problem: null })
    expect(await page.act(CHECKOUT_PATHS.challenge, body)).toMatchObject({ step: 'pay', attempts_left: 2 })
    expect(asked).toEqual(processor.authorised)
  })

  test('is withdrawn when its intent expires, though nobody can be asked about it', async () => {
    processor.onAuthorise = challenge
    processor.onResult = lost
    const { intentId, page } = await openSession()
    expect(await page.pay()).toMatchObject({ step: 'challenge' })
    service.clock.advance(30 * 60_000)
    await expireIntents(service.deps)
    // Another process may be writing down the expiry: then the next sweep finds the challenge.
    await expect.poll(() => sweep().then(() => storedAttempts(service, intentId))).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
  })

  test('is withdrawn when the buyer closes after a refusal, which declines', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession()
    await page.pay()
    service.clock.advance(1_000)
    processor.onAuthorise = challenge
    await page.pay()
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'declined' })
    await sweep()
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['refused', 'reversed'])
    expect(await recordedTypes(service, intentId)).toEqual(['payment_declined'])
  })
})

test('closing while an authorisation is under way leaves the decision to its answer', async () => {
  processor.onAuthorise = async () => ({ state: 'refused' })
  const { page } = await openSession()
  await page.pay()
  processor.onAuthorise = async () => ({ state: 'pending' })
  await page.pay()
  expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'processing' })
  service.clock.advance(60_000)
  await sweep()
  await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
})

test('a request whose connection is cut goes on, and its retry finds the answer', async () => {
  const answer = deferred<{ state: 'approved' }>()
  const arrived = deferred<void>()
  processor.onAuthorise = () => {
    arrived.resolve()
    return answer.promise
  }
  const { page } = await openSession()
  const key = randomUUID()
  const cut = new AbortController()
  const paying = page.pay({}, key, cut.signal)
  await arrived.promise
  cut.abort()
  await expect(paying).rejects.toMatchObject({ name: 'AbortError' })
  expect(await page.pay({}, key)).toMatchObject({ step: 'processing' })
  answer.resolve({ state: 'approved' })
  await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
  expect(processor.authorised).toHaveLength(1)
})

test('production without an acquirer says that it cannot charge, and asks nobody', async () => {
  const production = await startTestService({ config: { mode: 'production', allowPrivateWebhooks: false } })
  const page = widgetBuyer(production, await storeIntent(production))
  const answer = await page.send(CHECKOUT_PATHS.pay, { method: 'POST', body: page.payRequest() })
  expect(answer.json?.error).toMatchObject({ status: 503, message: 'Card payments are not configured on this service' })
  await production.close()
})
