import { CHECKOUT_PATHS, SANDBOX_CARDS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCard } from '../../test/buyer.ts'
import { dumpTables } from '../../test/dump-tables.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import {
  ADDRESS,
  EMAIL,
  FULL_NAME,
  giveAllBeforeDocuments,
  giveDocuments,
  giveEmail,
  giveIdentity,
  PHONE,
} from '../../test/kyc-customer.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'

const BUYER_EMAIL = 'kyc@private.example'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SECURITY_CODE = '739'
const CARD_NAME = 'Margaret Hamilton'

let service: TestService
let redirectToken = ''
beforeAll(async () => {
  service = await startTestService()
  const { page } = await order(service, { buyer: { email: BUYER_EMAIL } })
  await giveEmail(page)
  await giveIdentity(page)
  for (const { number } of SANDBOX_CARDS.filter(({ outcome }) => outcome === 'declined')) {
    await page.pay({ number, security_code: SECURITY_CODE, name: CARD_NAME })
  }
  await page.send(CHECKOUT_PATHS.pay, { method: 'POST', body: `{"card":${JSON.stringify(testCard())}` })
  await page.send(CHECKOUT_PATHS.pay, { method: 'POST', body: { attempt_key: 'x', card: testCard() } })
  const kyc = await startKycSession(service, 3, { wallet: { address: WALLET, blockchain: 'ethereum' } })
  await giveAllBeforeDocuments(kyc)
  await giveDocuments(kyc)
  const waitingForCode = await startKycSession(service, 1)
  await waitingForCode.act(CHECKOUT_PATHS.kycEmail, { email: BUYER_EMAIL })
  const url = await orderRedirect(service, { buyer: { email: BUYER_EMAIL } })
  redirectToken = url.searchParams.get('redirect_token') ?? ''
  await service.request(`${url.pathname}${url.search}`, { token: null })
})
afterAll(() => service.close())

/** What must stand nowhere in clear. */
const privateTexts = () => [
  ...SANDBOX_CARDS.map(({ number }) => number),
  '4111 1111 1111 1111',
  `"${SECURITY_CODE}"`,
  CARD_NAME,
  EMAIL,
  BUYER_EMAIL,
  FULL_NAME,
  PHONE,
  ADDRESS.street,
  WALLET,
  'pixels of a passport',
  redirectToken,
]

/** The six digits may be a part of longer ones: of a ciphertext, or of a time. */
const ONE_TIME_CODE = /\b947293\b/
const asHex = (text: string): string => Buffer.from(text).toString('hex')

test('no card, code, name, address or document stands in the database in clear', async () => {
  const dump = (await dumpTables(service.deps.db)).join('\n')
  expect(dump).toContain('mastercard')
  const found = privateTexts().filter((text) => dump.includes(text) || dump.includes(asHex(text)))
  expect(found).toEqual([])
  expect(dump).not.toMatch(ONE_TIME_CODE)
  expect(dump).not.toContain(asHex('947293'))
})

test('nor in the logs', () => {
  const logs = service.logs.join('\n')
  expect(logs).toContain(CHECKOUT_PATHS.pay)
  expect(privateTexts().filter((text) => logs.includes(text))).toEqual([])
  expect(logs).not.toMatch(ONE_TIME_CODE)
})

test('nor in the answers to malformed requests', async () => {
  const { page } = await order(service)
  const bodies = [`{"card":${JSON.stringify(testCard())}`, JSON.stringify({ card: testCard() })]
  for (const body of bodies) {
    const answer = await page.send(CHECKOUT_PATHS.pay, { method: 'POST', body })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toMatch(/41111111|Lovelace/)
  }
  const misplaced = await service.post('/payments/v2/intent', { transaction_type: FULL_NAME })
  expect([misplaced.status, misplaced.text.includes(FULL_NAME)]).toEqual([400, false])
})
