import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { CHALLENGE_DONE, CHECKOUT_PATHS, type SessionView } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { recordedTypes, storedAttempts } from '../../test/session-facts.ts'
import { sessionToken } from '../auth/session-token.ts'
import { expireIntentNow } from '../cards/expire-intents.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ merchant: { origins: ['https://shop.example'] } })
})
afterAll(() => service.close())

type ChallengeView = Extract<SessionView, { step: 'challenge' }>
const challengeOf = (view: SessionView): ChallengeView['challenge'] => {
  if (view.step !== 'challenge') throw new Error(`The step is ${view.step}`)
  return view.challenge
}
const post = (path: string, fields: Record<string, string>) =>
  service.request(path, {
    method: 'POST',
    token: null,
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const askBank = (url: string, creq: string) => post(new URL(url).pathname, { creq })
const answerBank = (creq: string, password: string) => post('/sandbox-bank/answer', { creq, password })

const startChallenge = async (number: string) => {
  const { page, intentId } = await order(service)
  const challenge = challengeOf(await page.pay({ number }))
  const finish = () => page.act(CHECKOUT_PATHS.challenge, { challenge_id: challenge.id })
  return { page, intentId, challenge, finish }
}

describe('decisions.md §8: 3-D Secure in the sandbox', () => {
  test.each(['5200000000001104', '4000020000000000'])('%s is challenged, then approved', async (number) => {
    const { page, intentId, challenge, finish } = await startChallenge(number)
    const question = await askBank(challenge.url, challenge.creq)
    expect(question.text).toContain('<h1>Confirm with your bank</h1>')
    expect(question.text).toMatch(/<label for="password">Password<\/label>[^]*<button>Confirm<\/button>/)
    // It would tell the checkout page that the buyer has answered.
    expect(question.text).not.toContain('done.js')
    expect(await page.view()).toMatchObject({ step: 'challenge', challenge })
    const thanks = await answerBank(challenge.creq, '1234')
    expect(thanks.text).toContain('src="done.js"')
    expect(await finish()).toMatchObject({ step: 'approved', problem: null })
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
  })

  test('4005562231212123 is challenged, then declined, and another card may be tried', async () => {
    const { page, challenge, finish } = await startChallenge('4005562231212123')
    await answerBank(challenge.creq, ' 1234 ')
    expect(await finish()).toMatchObject({ step: 'pay', refused: true, attempts_left: 2, problem: null })
    expect(await page.pay()).toMatchObject({ step: 'approved' })
  })

  test('a wrong password may be mended twice; the third fails the challenge', async () => {
    const { page, intentId, challenge, finish } = await startChallenge('4000020000000000')
    for (const wrong of ['0000', '']) {
      const again = await answerBank(challenge.creq, wrong)
      expect(again.text).toContain('That password is not right')
      expect(await finish()).toMatchObject({ step: 'challenge' })
    }
    expect((await answerBank(challenge.creq, '4321')).text).toContain('src="done.js"')
    await answerBank(challenge.creq, '1234')
    expect(await finish()).toMatchObject({ step: 'pay', refused: true, problem: 'challenge_failed' })
    expect(await page.view()).toMatchObject({ problem: null, refusal_reason: 'challenge_failed' })
    expect(await storedAttempts(service, intentId)).toEqual(['refused'])
  })

  test('goes on with the challenge where it was left: no second card, no second answer', async () => {
    const { page, intentId, challenge, finish } = await startChallenge('4000020000000000')
    expect(await page.pay()).toMatchObject({ step: 'challenge', challenge })
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'challenge' })
    await answerBank(challenge.creq, '1234')
    expect((await answerBank(challenge.creq, '0000')).text).toContain('src="done.js"')
    const views = await Promise.all(Array.from({ length: 5 }, finish))
    expect(views.at(-1)).toMatchObject({ step: 'approved' })
    expect(await recordedTypes(service, intentId)).toEqual(['payment_approved'])
    expect(await storedAttempts(service, intentId)).toEqual(['approved'])
  })

  test('the answers to one question say nothing of another', async () => {
    const [first, second] = [await startChallenge('4000020000000000'), await startChallenge('4000020000000000')]
    await answerBank(first.challenge.creq, '0000')
    await answerBank(second.challenge.creq, '0000')
    await answerBank(first.challenge.creq, '0000')
    await answerBank(second.challenge.creq, '1234')
    expect(await first.finish()).toMatchObject({ step: 'challenge' })
    await answerBank(first.challenge.creq, '0000')
    expect(await first.finish()).toMatchObject({ step: 'pay', problem: 'challenge_failed' })
    expect(await second.finish()).toMatchObject({ step: 'approved' })
  })

  test('ends with its intent: the bank asks no more, and what it was told before counts for nothing', async () => {
    const { page, intentId, challenge, finish } = await startChallenge('4000020000000000')
    await expireIntentNow(service.deps, intentId)
    await settleUnsettled(service.deps, 'reversing')
    await expect.poll(() => storedAttempts(service, intentId)).toEqual(['reversed'])
    const closed = await askBank(challenge.url, challenge.creq)
    expect(closed.text).toContain('This question is no longer open')
    expect(closed.text).toContain('src="done.js"')
    await answerBank(challenge.creq, '1234')
    expect(await service.deps.processor?.result(challenge.id, new AbortController().signal)).toEqual({
      state: 'refused',
    })
    expect(await finish()).toEqual(await page.view())
  })

  test('cannot be finished by the session of another payment', async () => {
    const { challenge } = await startChallenge('4000020000000000')
    await answerBank(challenge.creq, '1234')
    const { page } = await order(service)
    expect(await page.act(CHECKOUT_PATHS.challenge, { challenge_id: challenge.id })).toMatchObject({ step: 'pay' })
  })
})

describe('the sandbox’s acquirer', () => {
  const { signal } = new AbortController()
  const charge = (reference: string, number: string) => {
    const card = { number, expiryMonth: 12, expiryYear: 2028, securityCode: '123', name: 'Ada Lovelace' }
    const request = { reference, card, amount: '9.99', currency: 'USD', description: '100 coins', signal }
    return service.deps.processor?.authorise(request)
  }

  test('answers for a reference that it knows as it did before, whatever the card', async () => {
    const reference = randomUUID()
    expect(await charge(reference, '4111111111111111')).toEqual({ state: 'approved' })
    expect(await charge(reference, '5424180000000171')).toEqual({ state: 'approved' })
  })

  test('refuses what is cancelled while it arrives', async () => {
    const reference = randomUUID()
    await Promise.all([service.deps.processor?.cancel(reference, signal), charge(reference, '4111111111111111')])
    expect(await service.deps.processor?.result(reference, signal)).toEqual({ state: 'refused' })
  })

  test('refuses what was cancelled, also where it arrives after that, and nothing else', async () => {
    const another = randomUUID()
    await charge(another, '4111111111111111')
    for (const isKnown of [true, false]) {
      const reference = randomUUID()
      if (isKnown) await charge(reference, '4111111111111111')
      await service.deps.processor?.cancel(reference, signal)
      expect(await charge(reference, '4111111111111111')).toEqual({ state: 'refused' })
    }
    expect(await service.deps.processor?.result(another, signal)).toEqual({ state: 'approved' })
  })
})

describe('the bank’s document', () => {
  test('runs nothing inline, and is framed by the page and the client’s origins alone', async () => {
    const { challenge } = await startChallenge('4000020000000000')
    const { headers, text } = await askBank(challenge.url, challenge.creq)
    expect(headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      "frame-ancestors 'self' https://shop.example",
    ])
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(text).not.toMatch(/<script>|\s(style|on\w+)=/)
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('serves its style and its last word as files of its own', async () => {
    const style = await service.request('/sandbox-bank/bank.css', { token: null })
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
    const script = await service.request('/sandbox-bank/done.js', { token: null })
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const told: unknown[] = []
    const parent = { postMessage: (...message: unknown[]) => told.push(message) }
    runInNewContext(script.text, { parent, location: { origin: service.baseUrl } })
    expect(told).toEqual([[CHALLENGE_DONE, service.baseUrl]])
  })

  test('knows no forged, foreign or missing question', async () => {
    const { challenge } = await startChallenge('4000020000000000')
    // Genuine, and for something else.
    const foreign = sessionToken(service.deps.secrets, 'picture', challenge.id)
    const forged = [`${challenge.creq}x`, challenge.creq.replace('challenge', 'pay'), '"><script>', '']
    for (const creq of [...forged, foreign]) {
      const { text, headers } = await askBank(challenge.url, creq)
      expect(headers.get('content-security-policy')).toMatch(/; frame-ancestors 'none'$/)
      expect(text).toContain('This question is no longer open')
      expect(text).not.toContain('<script>')
      expect((await answerBank(creq, '1234')).text).toContain('This question is no longer open')
    }
    expect((await askBank(challenge.url, challenge.creq)).text).toContain('Password')
  })

  test('does not exist in production', async () => {
    const production = await startTestService({ config: { mode: 'production', allowPrivateWebhooks: false } })
    expect((await production.post('/sandbox-bank/challenge', '', { token: null })).status).toBe(404)
    // Nor does its acquirer, which would approve without money.
    const { page } = await order(production)
    const paid = await page.send(CHECKOUT_PATHS.pay, { method: 'POST', body: page.payRequest() })
    expect(paid.status).toBe(503)
    await production.close()
  })
})
