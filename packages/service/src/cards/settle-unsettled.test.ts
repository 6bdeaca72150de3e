import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCard, widgetBuyer } from '../../test/buyer.ts'
import { openSession, sweep } from '../../test/card-session.ts'
import { testDatabase } from '../../test/databases.ts'
import { type FakeProcessor, fakeProcessor, holdAnswer, lost } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { order } from '../../test/orders.ts'
import { recordedTypes, storedAttempts } from '../../test/session-facts.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { withoutTable } from '../../test/without-table.ts'
import { settleUnsettled } from './settle-unsettled.ts'
import { takeUnsettled, UNSETTLED_LANES } from './unsettled-store.ts'

let service: TestService
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, overrides: { processor } })
})
beforeEach(() => processor.reset())
afterAll(() => service.close())

test('the acquirer is asked for the amount and the currency of the intent', async () => {
  const { page } = await order(service, { amount: '123.45', currency: 'EUR' })
  expect(await page.pay()).toMatchObject({ step: 'approved' })
  const [reference = ''] = processor.authorised
  expect(processor.asked).toEqual([{ reference, amount: '123.45', currency: 'EUR', description: '100 coins' }])
})

describe('an authorisation whose answer was lost', () => {
  test('is looked up at once, and never asked for again', async () => {
    processor.onAuthorise = lost
    const { intentId, page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect(processor.authorised).toHaveLength(1)
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
    expect(lastLogged(service, 'the answer to an authorisation was lost')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })
  })

  test.each([
    undefined,
    { state: 'captured' },
    { state: 'challenge' },
    { state: 'challenge', url: 'javascript:alert(1)', data: '' },
  ])('is one that came as %j, too, told without what it held', async (odd) => {
    processor.onAuthorise = async () => ({ ...odd, card: '4111' }) as never
    processor.onResult = async () => odd as never
    const { page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    expect(lastLogged(service, 'the answer to an authorisation was lost')).toMatchObject({
      attempt_id: processor.authorised[0],
      err: { message: expect.stringMatching(/^The acquirer’s authorise must answer a state: approved, .*\S$/) },
    })
    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'approved' })
  })

  test('is in the log without what its acquirer quotes of the card, and from where', async () => {
    const card = testCard({ security_code: '737', name: 'Ada King' })
    processor.onAuthorise = async () => {
      throw new Error(`422 ${JSON.stringify(card)} ${new URLSearchParams({ holder: card.name }).toString()}`)
    }
    await (await openSession(service)).page.pay(card)
    const { err } = lastLogged(service, 'the answer to an authorisation was lost') as { err: { stack: string } }
    const told = JSON.stringify({ ...card, number: '•••', security_code: '•••', name: '•••' })
    expect(err).toMatchObject({ type: 'Error', message: `422 ${told} holder=•••` })
    expect(err.stack.split('\n')[0]).toBe(`Error: 422 ${told} holder=•••`)
    expect(err.stack).toContain('settle-unsettled.test.ts')
  })

  test('is a refusal where its reason is none that is known', async () => {
    processor.onAuthorise = async () => ({ state: 'refused', reason: 'no idea' }) as never
    const { page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'pay', refused: true })
  })

  test('is settled by the sweep where the clock has been set back since', async () => {
    processor.onAuthorise = lost
    processor.onResult = lost
    const { page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(-3_600_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'approved' })
    service.clock.advance(3_600_000)
  })

  test('is shown as processing, takes no other card, and is settled by the sweep', async () => {
    processor.onAuthorise = lost
    processor.onResult = lost
    const { intentId, page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    expect(await page.pay()).toMatchObject({ step: 'processing' })
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'processing' })
    expect(lastLogged(service, 'the processor could not be asked about an authorisation')).toMatchObject({
      attempt_id: processor.authorised[0],
      payment_intent_id: intentId,
      err: { message: 'socket hang up' },
    })

    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'approved' })
    expect(processor.authorised).toHaveLength(1)
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  })

  test('is no fault of the acquirer where its answer to the sweep could not be written down, and is asked for again', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { page } = await openSession(service)
    await page.pay()
    const [attemptId] = processor.authorised
    service.clock.advance(60_000)
    let end = (): void => undefined
    let outage: Promise<void> = Promise.resolve()
    processor.onResult = (reference) =>
      new Promise((answer) => {
        if (reference !== attemptId) return answer({ state: 'pending' })
        const untilTheEnd = () =>
          new Promise<void>((resolve) => {
            end = resolve
            answer({ state: 'approved' })
          })
        outage = withoutTable(service.deps.db, 'payment_intents', untilTheEnd)
      })
    const before = service.logs.length
    await sweep(service).finally(() => end())
    await outage
    const logs = service.logs.slice(before)
    expect(lastLogged({ logs }, 'could not be written down; the acquirer is asked for it again')).toMatchObject({
      attempt_id: attemptId,
      err: { code: '42P01' },
    })
    expect(lastLogged({ logs }, 'the processor could not be asked about an authorisation')).toEqual({})

    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'approved' })
  })

  test('is left to others by a process that has no acquirer', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const { page } = await openSession(service)
    await page.pay()
    service.clock.advance(60_000)
    const asked: string[] = []
    processor.onResult = async (reference) => {
      asked.push(reference)
      return { state: 'approved' }
    }
    await settleUnsettled({ ...service.deps, processor: null }, 'authorising')
    await settleUnsettled(service.deps, 'authorising')
    expect(asked).toEqual(processor.authorised)
    expect(await page.view()).toMatchObject({ step: 'approved' })
  })

  test('is cancelled where nobody has heard of it, and only then may another card be tried', async () => {
    const paid = await openSession(service)
    await paid.page.pay()
    processor.onAuthorise = lost
    processor.onResult = async () => ({ state: 'unknown' })
    processor.onCancel = lost
    const { intentId, page } = await openSession(service)
    await page.pay()
    expect(await storedAttempts(service, intentId)).toEqual(['authorising'])
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.pay()).toMatchObject({ step: 'processing' })

    processor.onCancel = async () => undefined
    service.clock.advance(15_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'pay', attempts_left: 3 })
    processor.onAuthorise = async () => ({ state: 'approved' })
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect(await storedAttempts(service, intentId)).toEqual(['reversed', 'approved'])
    expect(await storedAttempts(service, paid.intentId)).toEqual(['approved'])
  })

  test('is asked about by one of several processes that sweep at once, whichever is free', async () => {
    processor.onAuthorise = async () => ({ state: 'pending' })
    const sessions = await Promise.all(Array.from({ length: 10 }, () => openSession(service)))
    await Promise.all(sessions.map(({ page }) => page.pay()))
    const asked: string[] = []
    let answer = (): void => undefined
    const areAllAsked = new Promise<void>((resolve) => (answer = resolve))
    processor.onResult = async (reference) => {
      asked.push(reference)
      if (processor.authorised.every((each) => asked.includes(each))) answer()
      await areAllAsked
      return { state: 'approved' }
    }
    service.clock.advance(60_000)
    await Promise.all(Array.from({ length: 4 }, () => sweep(service)))
    for (const { page } of sessions) expect(await page.view()).toMatchObject({ step: 'approved' })
    expect(new Set(asked).size).toBe(asked.length)
  })
})

test('an authorisation about which the acquirer is slow keeps no other waiting', async () => {
  processor.onAuthorise = async () => ({ state: 'pending' })
  const sessions = [await openSession(service), await openSession(service)]
  for (const { page } of sessions) await page.pay()
  const [first, second] = processor.authorised
  let answerFirst = (): void => undefined
  const isSecondAsked = new Promise<void>((resolve) => (answerFirst = resolve))
  processor.onResult = async (reference) => {
    if (reference === second) answerFirst()
    if (reference === first) await isSecondAsked
    return { state: 'approved' }
  }
  service.clock.advance(60_000)
  await sweep(service)
  for (const { page } of sessions) expect(await page.view()).toMatchObject({ step: 'approved' })
})

/** What two processes give back, of which the second sweeps while the acquirer takes as long as it may over the first's. */
const givenBackByTwo = async (): Promise<string[]> => {
  const givenBack: string[] = []
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  processor.onCancel = async (given) => {
    givenBack.push(given)
    if (givenBack.length === 1) await isAnswered
  }
  const sweeping = sweep(service)
  await expect.poll(() => givenBack).toHaveLength(1)
  service.clock.advance(19_999)
  await sweep(service)
  answer()
  await sweeping
  return givenBack
}

test('what is being given back is given back by nobody else meanwhile', async () => {
  processor.onAuthorise = lost
  processor.onResult = async () => ({ state: 'unknown' })
  const { page } = await openSession(service)
  await page.pay()
  service.clock.advance(60_000)
  expect(await givenBackByTwo()).toEqual(processor.authorised)
})

/** A buyer's second card, whose bank has just asked the buyer as the page was closed. @returns the intent */
const leaveChallenge = async (): Promise<string> => {
  processor.onAuthorise = async () => ({ state: 'refused' })
  const { intentId, page } = await openSession(service)
  await page.pay()
  processor.onAuthorise = async () => ({ state: 'challenge', url: 'https://bank.example', data: 'q' })
  await page.pay()
  await page.act(CHECKOUT_PATHS.close)
  return intentId
}

test('nor is what is withdrawn as the buyer leaves, a moment after it was asked for', async () => {
  await leaveChallenge()
  expect(await givenBackByTwo()).toEqual(processor.authorised.slice(1))
})

test('a card whose answer was lost does not wait for others that cannot be given back', async () => {
  let answer = (): void => undefined
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  processor.onCancel = () => isAnswered
  for (let count = 0; count < 8; count += 1) await leaveChallenge()
  processor.onAuthorise = async () => ({ state: 'pending' })
  const { page } = await openSession(service)
  await page.pay()
  processor.onResult = async () => ({ state: 'approved' })
  service.clock.advance(60_000)
  const sweeping = Promise.all(UNSETTLED_LANES.map((lane) => settleUnsettled(service.deps, lane)))
  await expect.poll(() => page.view()).toMatchObject({ step: 'approved' })
  answer()
  await sweeping
})

test('what could not be given back is tried again after five seconds, not sooner', async () => {
  processor.onCancel = lost
  const intentId = await leaveChallenge()
  await sweep(service)
  processor.onCancel = async () => undefined
  service.clock.advance(4_999)
  await sweep(service)
  expect(await storedAttempts(service, intentId)).toContain('reversing')
  service.clock.advance(1)
  await sweep(service)
  expect(await storedAttempts(service, intentId)).toContain('reversed')
})

test('an answer that takes its time is asked for by nobody else before half a minute', async () => {
  const held = holdAnswer(processor)
  let asked = 0
  processor.onResult = async () => {
    asked += 1
    return { state: 'pending' }
  }
  const paying = openSession(service).then(({ page }) => page.pay())
  await held.asked
  service.clock.advance(29_999)
  await sweep(service)
  expect(asked).toBe(0)
  service.clock.advance(1)
  await sweep(service)
  expect(asked).toBe(1)
  held.answer({ state: 'approved' })
  expect(await paying).toMatchObject({ step: 'approved' })
})

test('an acquirer who has not decided is asked again after five seconds, not sooner', async () => {
  const asked: string[] = []
  processor.onAuthorise = async () => ({ state: 'pending' })
  processor.onResult = async (reference) => {
    asked.push(reference)
    return { state: 'approved' }
  }
  const { page } = await openSession(service)
  expect(await page.pay()).toMatchObject({ step: 'processing' })
  const [reference] = processor.authorised
  service.clock.advance(4_999)
  await sweep(service)
  expect(asked).not.toContain(reference)
  service.clock.advance(1)
  await sweep(service)
  expect(asked).toContain(reference)
})

test.runIf(testDatabase === 'postgres')('what one process is about to ask about is passed over by others', async () => {
  const { db, clock } = service.deps
  processor.onAuthorise = async () => ({ state: 'pending' })
  const { page } = await openSession(service)
  await page.pay()
  const later = new Date(clock.now().getTime() + 60_000)
  await db.transaction().execute(async (transaction) => {
    expect(await takeUnsettled(transaction, 'authorising', later, 50)).not.toEqual([])
    expect(await takeUnsettled(db, 'authorising', later, 50)).toEqual([])
  })
})

test('closing while an authorisation is under way leaves the decision to its answer', async () => {
  processor.onAuthorise = async () => ({ state: 'refused' })
  const { page } = await openSession(service)
  await page.pay()
  processor.onAuthorise = async () => ({ state: 'pending' })
  await page.pay()
  expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'processing' })
  service.clock.advance(60_000)
  await sweep(service)
  expect(await page.view()).toMatchObject({ step: 'approved' })
})

test('a request whose connection is cut goes on, and its retry finds the answer', async () => {
  const held = holdAnswer(processor)
  const { page } = await openSession(service)
  const key = randomUUID()
  const cut = new AbortController()
  const paying = page.pay({}, key, cut.signal)
  await held.asked
  cut.abort()
  await expect(paying).rejects.toMatchObject({ name: 'AbortError' })
  expect(await page.pay({}, key)).toMatchObject({ step: 'processing' })
  held.answer({ state: 'approved' })
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
