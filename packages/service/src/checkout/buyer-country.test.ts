import { CHECKOUT_PATHS, sessionViewSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerBank } from '../../test/answer-bank.ts'
import { type Buyer, hostedBuyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { PNG } from '../../test/kyc-customer.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'

const PYONGYANG = { 'x-forwarded-for': '175.45.176.1' }
const BERLIN = { 'x-forwarded-for': '194.95.250.1' }
const REFUSED = { step: 'message', error_code: 'ERR03' }
let service: TestService
beforeAll(async () => {
  service = await startTestService({ config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => service.close())

const ask = async (page: Buyer, from: Record<string, string>, path: string, body?: unknown) => {
  const method = body === undefined ? 'GET' : 'POST'
  return (await page.send(path, { method, body, headers: from })).data(sessionViewSchema)
}
const hosted = async () => hostedBuyer(service, (await orderRedirect(service)).pathname.split('/').at(-1) ?? '')

describe('the attack of a buyer in a sanctioned country whose merchant asks from elsewhere', () => {
  test.each([
    ['the widget', async () => (await order(service)).page],
    ['the hosted page', hosted],
    ['a KYC session', () => startKycSession(service, 1)],
  ])('%s asks for nothing at the visit', async (_name, open) => {
    const page = await open()
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.session, {})).toMatchObject(REFUSED)
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.session)).toMatchObject(REFUSED)
    expect(await ask(page, BERLIN, CHECKOUT_PATHS.session, {})).not.toMatchObject(REFUSED)
  })

  test.each(['::ffff:175.45.176.1', '::ffff:af2d:b001', '175.45.176.1:4711', '[::ffff:175.45.176.1]:4711'])(
    'asks for nothing at the visit from %s, which is the same address in another form',
    async (address) => {
      const { page } = await order(service)
      expect(await ask(page, { 'x-forwarded-for': address }, CHECKOUT_PATHS.session, {})).toMatchObject(REFUSED)
    },
  )

  test('takes no card at Pay, though the visit came from elsewhere', async () => {
    const { page, intentId } = await order(service)
    expect(await ask(page, BERLIN, CHECKOUT_PATHS.session, {})).toMatchObject({ step: 'pay' })
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.pay, page.payRequest())).toMatchObject(REFUSED)
    const attempts = await service.deps.db
      .selectFrom('card_attempts')
      .select('id')
      .where('intent_id', '=', intentId)
      .execute()
    expect(attempts).toEqual([])
    expect(await ask(page, BERLIN, CHECKOUT_PATHS.pay, page.payRequest())).toMatchObject({ step: 'approved' })
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.session)).toMatchObject({ step: 'approved' })
  })

  test('takes no identity data and no file', async () => {
    const page = await startKycSession(service, 1)
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.kycEmail, { email: 'ada@example.com' })).toMatchObject(REFUSED)
    const file = { method: 'PUT', raw: PNG, headers: { ...PYONGYANG, 'content-type': 'image/png' } }
    const answer = await page.send(`${CHECKOUT_PATHS.upload}/selfie`, file)
    expect(answer.data(sessionViewSchema)).toMatchObject(REFUSED)
    expect(await ask(page, BERLIN, CHECKOUT_PATHS.session)).toMatchObject({ step: 'kyc_email' })
  })

  test('lets what has begun end: the bank’s answer is taken, and leaving is', async () => {
    const { page } = await order(service)
    const challenged = await ask(page, BERLIN, CHECKOUT_PATHS.pay, page.payRequest({ number: '5200000000001104' }))
    expect(challenged).toMatchObject({ step: 'challenge' })
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.session)).toMatchObject({ step: 'challenge' })
    expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.close, {})).toMatchObject({ step: 'challenge' })
    if (challenged.step !== 'challenge') throw new Error(`The step is ${challenged.step}`)
    const { creq, id } = challenged.challenge
    await answerBank(service, creq)
    const confirmed = await ask(page, PYONGYANG, CHECKOUT_PATHS.challenge, { challenge_id: id })
    expect(confirmed).toMatchObject({ step: 'approved' })

    const { page: leaving } = await order(service)
    await ask(leaving, BERLIN, CHECKOUT_PATHS.pay, leaving.payRequest({ number: '5424180000000171' }))
    expect(await ask(leaving, PYONGYANG, CHECKOUT_PATHS.close, {})).toMatchObject({ step: 'declined' })
  })
})

test('an address that a stranger claims to forward is not believed', async () => {
  const untrusting = await startTestService({ config: { trustedProxies: ['10.0.0.1'] } })
  const { page } = await order(untrusting)
  expect(await ask(page, PYONGYANG, CHECKOUT_PATHS.session, {})).toMatchObject({ step: 'pay' })
  await untrusting.close()
})
