import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession, sweep } from '../../test/card-session.ts'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { fakeProcessor, lost } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { printedBy } from '../../test/printed-by.ts'
import { recordedTypes, storedAttempts } from '../../test/session-facts.ts'

const MINUTE_MS = 60_000

let service: TestService
const processor = fakeProcessor()
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, overrides: { processor } })
})
beforeEach(() => processor.reset())
afterAll(() => service.close())

const run = async (...words: string[]) => JSON.parse(await printedBy(service.deps, [...words, '--json']))
const release = (id: string) => run('attempts', 'release', id)

/** A payment that nobody knows the end of: the acquirer answers nothing, and has nothing given back. */
const payInVain = async () => {
  processor.onAuthorise = lost
  processor.onResult = lost
  processor.onCancel = lost
  const session = await openSession(service)
  await session.page.pay()
  return { ...session, id: processor.authorised.at(-1) ?? '' }
}

test('an attempt that the acquirer says nothing about is ended by hand, and another card may be tried', async () => {
  const { intentId, page, id } = await payInVain()
  service.clock.advance(11 * MINUTE_MS)
  await sweep(service)
  expect(await page.view()).toMatchObject({ step: 'processing' })
  expect(await release(id.toUpperCase())).toEqual({ attempt_id: id, payment_intent_id: intentId, status: 'reversed' })
  expect(await page.view()).toMatchObject({ step: 'pay', attempts_left: 3 })
  processor.reset()
  expect(await page.pay()).toMatchObject({ step: 'approved' })
  expect(await storedAttempts(service, intentId)).toEqual(['reversed', 'approved'])
  expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
})

test('one that the acquirer does not give back is, too: it is asked no more, and an answer that comes late changes nothing', async () => {
  const { intentId, page, id } = await payInVain()
  processor.onResult = async () => ({ state: 'unknown' })
  service.clock.advance(11 * MINUTE_MS)
  await sweep(service)
  expect(await storedAttempts(service, intentId)).toEqual(['reversing'])
  expect(await run('attempts', 'list')).toContainEqual({
    attempt_id: id,
    status: 'reversing',
    created_at: expect.any(String),
    payment_intent_id: intentId,
    merchant_id: service.merchant.merchantId,
  })
  // While the acquirer is asked once more.
  let asked = 0
  let fail = (): void => undefined
  processor.onCancel = (reference) => {
    // Attempts of other tests may be given back as well.
    if (reference !== id) return lost()
    asked += 1
    return new Promise((_resolve, reject) => (fail = () => reject(new Error('socket hang up'))))
  }
  service.clock.advance(11 * MINUTE_MS)
  const sweeping = sweep(service)
  await expect.poll(() => asked).toBe(1)
  await release(id)
  fail()
  await sweeping
  expect(await storedAttempts(service, intentId)).toEqual(['reversed'])
  expect(await page.view()).toMatchObject({ step: 'pay' })
  service.clock.advance(11 * MINUTE_MS)
  await sweep(service)
  expect(asked).toBe(1)
  expect((await run('attempts', 'list')).map(({ attempt_id }: { attempt_id: string }) => attempt_id)).not.toContain(id)
})

test('those that have waited the longest are listed first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    ids.push((await payInVain()).id)
    service.clock.advance(MINUTE_MS)
  }
  const listed: string[] = (await run('attempts', 'list')).map(({ attempt_id }: { attempt_id: string }) => attempt_id)
  expect(listed.filter((id) => ids.includes(id))).toEqual(ids)
})

test('it may be said twice, at once, and is in the audit log once', async () => {
  const { id } = await payInVain()
  service.clock.advance(11 * MINUTE_MS)
  const said = await Promise.all([release(id), release(id)])
  said.push(await release(id))
  expect(said.map(({ status }) => status)).toEqual(['reversed', 'reversed', 'reversed'])
  const operator = await visitDashboard(service, null)
  const { entries } = await operator.read('listAudit')
  expect(entries.filter(({ subject }) => subject === id)).toEqual([
    expect.objectContaining({ action: 'releaseAttempt', actor: 'operator', session: 'command', status: 200 }),
  ])
})

test('what may still be on its way to the acquirer is not ended, nor is what has ended otherwise', async () => {
  const { intentId, id } = await payInVain()
  service.clock.advance(9 * MINUTE_MS)
  await expect(release(id)).rejects.toMatchObject({
    code: 'command_failed',
    message: expect.stringMatching(/younger than 10 minutes/),
  })
  expect(await storedAttempts(service, intentId)).toEqual(['authorising'])

  processor.reset()
  for (const [answer, reason] of [
    [{ state: 'approved' }, /has been told: refund it at your acquirer$/],
    [{ state: 'refused' }, /there is nothing to give back$/],
    [{ state: 'challenge', url: 'https://bank.example', data: 'q' }, /given back by itself/],
  ] as const) {
    processor.onAuthorise = async () => answer
    const other = await openSession(service)
    await other.page.pay()
    const before = await storedAttempts(service, other.intentId)
    service.clock.advance(11 * MINUTE_MS)
    await expect(release(processor.authorised.at(-1) ?? '')).rejects.toThrow(reason)
    expect(await storedAttempts(service, other.intentId)).toEqual(before)
  }
})

test('an id that is none, or that nobody has, is said to be so', async () => {
  await expect(release('soon')).rejects.toMatchObject({ code: 'usage' })
  const id = randomUUID()
  await expect(release(id)).rejects.toThrow(`There is no attempt ${id}`)
})
