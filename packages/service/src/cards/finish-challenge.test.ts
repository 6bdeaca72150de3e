import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession, sweep } from '../../test/card-session.ts'
import { type FakeProcessor, fakeProcessor, lost } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { recordedTypes, storedAttempts } from '../../test/session-facts.ts'
import { listAttemptHistory } from './attempt-history-store.ts'
import { expireIntentNow, expireIntents } from './expire-intents.ts'

let service: TestService
const processor: FakeProcessor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, overrides: { processor } })
})
beforeEach(() => processor.reset())
afterAll(() => service.close())

describe('a challenge that is left', () => {
  const challenge = async () => ({ state: 'challenge' as const, url: 'https://bank.example', data: 'q' })

  test('is settled by the sweep where the buyer has confirmed and closed the page', async () => {
    processor.onAuthorise = challenge
    processor.onResult = challenge
    const { intentId, page } = await openSession(service)
    await page.pay()
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'challenge' })
    processor.onResult = async () => ({ state: 'approved' })
    service.clock.advance(60_000)
    await sweep(service)
    expect(await page.view()).toMatchObject({ step: 'approved' })
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  })

  test('shows as processing while the bank’s word is still on its way', async () => {
    processor.onAuthorise = challenge
    processor.onResult = async () => ({ state: 'pending' })
    const { page } = await openSession(service)
    const view = await page.pay()
    const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
    expect(await page.act(CHECKOUT_PATHS.challenge, { challenge_id })).toMatchObject({ step: 'processing' })
  })

  test('is given back at once where the buyer leaves it after a refusal', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    service.clock.advance(1)
    processor.onAuthorise = challenge
    processor.onResult = challenge
    await page.pay()
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'declined' })
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['refused', 'reversed'])
    expect(new Set(processor.cancelled)).toEqual(new Set([processor.authorised[1]]))
  })

  test('stays as it is until the bank has heard from the buyer', async () => {
    processor.onAuthorise = challenge
    processor.onResult = async () => ({ ...(await challenge()), data: 'another' })
    const { page } = await openSession(service)
    const view = await page.pay()
    const challenge_id = view.step === 'challenge' ? view.challenge.id : ''
    expect(await page.act(CHECKOUT_PATHS.challenge, { challenge_id })).toMatchObject(view)
  })

  test('takes no other card beside it, which could be charged as well', async () => {
    processor.onAuthorise = challenge
    processor.onResult = challenge
    const { intentId, page } = await openSession(service)
    const view = await page.pay()
    processor.onAuthorise = async () => ({ state: 'approved' })
    expect(await page.pay()).toMatchObject({
      step: 'challenge',
      challenge: view.step === 'challenge' && view.challenge,
    })
    expect(await storedAttempts(service, intentId)).toEqual(['challenged'])
    expect(processor.authorised).toHaveLength(1)
  })

  test('has been asked when it was asked first, however often the bank says since that it waits for the buyer', async () => {
    processor.onAuthorise = challenge
    processor.onResult = challenge
    const { intentId, page } = await openSession(service)
    await page.pay()
    const [asked] = await listAttemptHistory(service.deps.db, intentId)
    expect(asked?.challengedAt).toEqual(service.clock.now())
    service.clock.advance(5 * 60_000)
    await sweep(service)
    expect(await listAttemptHistory(service.deps.db, intentId)).toEqual([asked])
  })

  test('whose end nobody can be asked about is a 503 that says when to ask again, and the next question finds it', async () => {
    processor.onAuthorise = challenge
    processor.onResult = lost
    const { page } = await openSession(service)
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
    const [{ page }, other] = [await openSession(service), await openSession(service)]
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

  test('has ended before the next card is tried, also by a clock that has been set back since', async () => {
    processor.onAuthorise = challenge
    processor.onResult = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    const view = await page.pay()
    service.clock.advance(60_000)
    const body = { challenge_id: view.step === 'challenge' ? view.challenge.id : '' }
    await page.act(CHECKOUT_PATHS.challenge, body)
    service.clock.advance(-30_000)
    await page.pay()
    const [first, last] = await listAttemptHistory(service.deps.db, intentId)
    expect(last?.createdAt.getTime()).toBeGreaterThan(first?.finishedAt?.getTime() ?? Infinity)
  })

  test('is withdrawn when its intent expires, though nobody can be asked about it', async () => {
    processor.onAuthorise = challenge
    processor.onResult = lost
    const { intentId, page } = await openSession(service)
    expect(await page.pay()).toMatchObject({ step: 'challenge' })
    service.clock.advance(30 * 60_000)
    await expireIntents(service.deps)
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(expect.arrayContaining(processor.authorised))
  })

  test('is withdrawn when somebody has its intent expire before its time', async () => {
    processor.onAuthorise = challenge
    const { intentId, page } = await openSession(service)
    await page.pay()
    await expireIntentNow(service.deps, intentId)
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
    expect(processor.cancelled).toEqual(processor.authorised)
  })

  test('is withdrawn when the buyer closes after a refusal, which declines', async () => {
    processor.onAuthorise = async () => ({ state: 'refused' })
    const { intentId, page } = await openSession(service)
    await page.pay()
    service.clock.advance(1_000)
    processor.onAuthorise = challenge
    await page.pay()
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'declined' })
    await sweep(service)
    expect(await storedAttempts(service, intentId)).toEqual(['refused', 'reversed'])
    expect(await recordedTypes(service, intentId)).toEqual(['payment_declined'])
  })
})
