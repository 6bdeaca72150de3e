import { CHECKOUT_PATHS, CHECKOUT_PHONE, CHECKOUT_PHONE_OPEN, type SessionView } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, phoneBuyer } from '../../test/buyer.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, PNG, upload } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { textOfRows } from '../../test/text-of-rows.ts'
import { sessionToken } from '../auth/session-token.ts'
import { ApiError } from '../http/api-error.ts'
import { forgetEndedHandovers } from '../kyc/handover-store.ts'
import { UploadBudget } from '../kyc/upload-budget.ts'

const MINUTE_MS = 60_000

let service: TestService
let desk: Buyer
const toDocuments = async (): Promise<Buyer> => {
  const page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
  return page
}
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  desk = await toDocuments()
})
afterAll(() => service.close())

const phoneOf = (view: SessionView) => (view.step === 'kyc_documents' ? view.phone : undefined)
/** The token of a new link. */
const makeLink = async (page = desk): Promise<string> => {
  const phone = phoneOf(await page.act(CHECKOUT_PATHS.kycPhone))
  if (phone?.state !== 'waiting') throw new Error(`there is no link, but ${phone?.state}`)
  const { origin, pathname, hash } = new URL(phone.url)
  expect([origin, pathname]).toEqual([service.baseUrl, CHECKOUT_PHONE])
  return hash.slice(1)
}
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }
const open = (token: string, headers: Record<string, string> = SAME_ORIGIN) =>
  service.request(CHECKOUT_PHONE_OPEN, { method: 'POST', body: { token }, token: null, headers })
/** The phone that opens a link. */
const openPhone = async (token: string): Promise<Buyer> => {
  const { status, headers } = await open(token)
  expect(status).toBe(204)
  return phoneBuyer(service, headers.get('set-cookie') ?? '')
}

describe('the documents, handed over to a phone', () => {
  test('come from it, and the desk sees them come and goes on', async () => {
    expect(phoneOf(await desk.view())).toEqual({ state: 'none' })
    const phone = await openPhone(await makeLink())
    expect(phoneOf(await desk.view())).toEqual({ state: 'open' })
    expect(await phone.view()).toMatchObject({ step: 'kyc_documents', government_id: false, problem: null })
    await upload(phone, 'government_id')
    expect(await desk.view()).toMatchObject({ step: 'kyc_documents', government_id: true, selfie: false })
    await upload(phone, 'selfie')
    expect(await phone.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'phone_done' })
    expect((await desk.view()).step).toBe('kyc_approved')
    expect((await phone.view()).step).toBe('phone_done')
    expect((await phone.act(CHECKOUT_PATHS.close)).step).toBe('phone_done')
  })

  test('are told to the phone and nothing else of the session', async () => {
    const phone = await openPhone(await makeLink())
    const view = await phone.view()
    expect(view).toMatchObject({ item: null, payment_intent_id: null, return_url: null })
    expect(phoneOf(view)).toBeUndefined()
    const others = [CHECKOUT_PATHS.pay, CHECKOUT_PATHS.kycEmail, CHECKOUT_PATHS.kycIdentity, CHECKOUT_PATHS.kycPhone]
    for (const path of others) expect((await phone.send(path, { method: 'POST', body: {} })).status).toBe(404)
  })

  test('are asked for again where they began, while no link was made or before their turn', async () => {
    const early = await startKycSession(service, 3)
    expect(await early.act(CHECKOUT_PATHS.kycPhone)).toMatchObject({ step: 'kyc_email', problem: null })
    expect(await upload(desk, 'government_id')).toMatchObject({ government_id: true })
  })

  test('are asked for on an open phone after the ten minutes of its link', async () => {
    const phone = await openPhone(await makeLink())
    service.clock.advance(10 * MINUTE_MS)
    expect(phoneOf(await desk.view())).toEqual({ state: 'open' })
    const { expires_at } = await desk.view()
    expect(await phone.view()).toMatchObject({ step: 'kyc_documents', expires_at })
  })

  test.skipIf(isTwofold)('wait, on either device, where the process has no room for another file', async () => {
    const phone = await openPhone(await makeLink())
    const file = { method: 'PUT', raw: PNG, headers: { 'content-type': 'image/png' } }
    const hold = vi.spyOn(UploadBudget.prototype, 'hold').mockRejectedValue(new ApiError(503, 'no room'))
    for (const page of [desk, phone]) {
      expect((await page.send(`${CHECKOUT_PATHS.upload}/selfie`, file)).status).toBe(503)
    }
    expect(new Set(hold.mock.contexts).size).toBe(1)
    expect(hold.mock.calls.map(([merchantId]) => merchantId)).toEqual(Array(2).fill(service.merchant.merchantId))
    hold.mockRestore()
  })

  test('are forgotten as links when the session ends', async () => {
    await makeLink()
    await forgetEndedHandovers(service.deps.db, new Date(service.clock.now().getTime() + 48 * 60 * MINUTE_MS))
    expect(await service.deps.db.selectFrom('kyc_handovers').select('id').execute()).toEqual([])
  })
})

describe('the attack', () => {
  test('of a link used twice does not open, also at the same moment', async () => {
    const token = await makeLink()
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 401, 401, 401, 401, 401])
    expect((await open(token)).json?.error?.message).toContain('make a new one')
  })

  test('of a link past its ten minutes does not open, and the desk says so', async () => {
    const token = await makeLink()
    service.clock.advance(10 * MINUTE_MS)
    expect((await open(token)).status).toBe(401)
    expect(phoneOf(await desk.view())).toEqual({ state: 'expired' })
    await openPhone(await makeLink())
  })

  test('of a link that was replaced does not open, and what it had opened is closed', async () => {
    const first = await makeLink()
    const second = await makeLink()
    expect((await open(first)).status).toBe(401)
    const phone = await openPhone(second)
    await makeLink()
    expect((await phone.send(CHECKOUT_PATHS.session)).status).toBe(401)
    const put = { method: 'PUT', raw: PNG, headers: { 'content-type': 'image/png' } }
    expect((await phone.send(`${CHECKOUT_PATHS.upload}/selfie`, put)).status).toBe(401)
  })

  test('of another session’s link reaches that session alone', async () => {
    const other = await toDocuments()
    const phone = await openPhone(await makeLink(other))
    await upload(phone, 'selfie')
    expect(await other.view()).toMatchObject({ selfie: true })
    expect(await desk.view()).toMatchObject({ selfie: false })
  })

  test('of tokens of other kinds, and of the link in place of its cookie, opens nothing', async () => {
    const token = await makeLink()
    const [, , id = '', mac = ''] = token.split('.')
    const kinds = ['phone', 'kyc', 'pay', 'hosted'] as const
    const genuine = kinds.map((kind) => sessionToken(service.deps.secrets, kind, id))
    const others = kinds.map((kind) => `v1.${kind}.${id}.${mac}`)
    for (const forged of [...genuine, ...others, `${token}x`, token.replace(/.$/, ''), '']) {
      expect((await open(forged)).status).toBe(401)
    }
    const expectNoneToOpen = async () => {
      for (const stolen of [token, `v1.phone.${id}.${mac}`]) {
        const answer = await phoneBuyer(service, `coinslot_phone=${stolen}`).send(CHECKOUT_PATHS.session)
        expect(answer.status).toBe(401)
      }
    }
    await expectNoneToOpen()
    const cookie = (await open(token)).headers.get('set-cookie') ?? ''
    await expectNoneToOpen()
    expect(cookie).toContain('; Path=/checkout/phone; HttpOnly; SameSite=Lax')
    const [, bearer = ''] = /^coinslot_phone=([^;]+)/.exec(cookie) ?? []
    const headers = { 'x-checkout-client': service.merchant.clientId }
    expect((await service.request('/checkout/v1/session', { token: bearer, headers })).status).toBe(401)
  })

  test('of another site’s page neither opens a link nor acts with the cookie', async () => {
    const token = await makeLink()
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      expect((await open(token, headers)).status).toBe(403)
    }
    const phone = await openPhone(token)
    const submit = { method: 'POST', body: {}, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await phone.send(CHECKOUT_PATHS.kycSubmit, submit)).status).toBe(403)
    const put = { method: 'PUT', raw: PNG, headers: { 'content-type': 'image/png', 'sec-fetch-site': 'cross-site' } }
    expect((await phone.send(`${CHECKOUT_PATHS.upload}/selfie`, put)).status).toBe(403)
  })

  test('of a neighbour of the host that lays its own phone’s cookie before the buyer’s gets none of their documents', async () => {
    const other = await toDocuments()
    const cookieOf = async (page: Buyer) => {
      const { headers } = await open(await makeLink(page))
      return headers.get('set-cookie')?.split(';')[0]
    }
    const phone = phoneBuyer(service, '')
    const headers = { 'content-type': 'image/png', cookie: `${await cookieOf(other)}; ${await cookieOf(desk)}` }
    const put = { method: 'PUT', raw: PNG, headers }
    expect((await phone.send(`${CHECKOUT_PATHS.upload}/selfie`, put)).status).toBe(401)
    expect(await other.view()).toMatchObject({ selfie: false })
  })

  test('of a reader of logs or tables finds no token', async () => {
    const link = await makeLink()
    const cookie = (await open(link)).headers.get('set-cookie') ?? ''
    const macs = [link, cookie.split(';')[0] ?? ''].map((token) => token.split('.').at(-1))
    const stored = textOfRows(await service.deps.db.selectFrom('kyc_handovers').selectAll().execute())
    for (const mac of macs) {
      expect(mac).toMatch(/^[\w-]{43}$/)
      expect(service.logs.join('\n') + stored).not.toContain(mac)
    }
  })

  test('of a client that has been disabled ends what its phones may do', async () => {
    const merchant = await service.createMerchant()
    const page = await startKycSession(service, 3, { merchant })
    await giveAllBeforeDocuments(page)
    const phone = await openPhone(await makeLink(page))
    await service.deps.db
      .updateTable('clients')
      .set({ disabled_at: service.clock.now() })
      .where('id', '=', merchant.clientId)
      .execute()
    service.clock.advance(5_000)
    expect((await phone.send(CHECKOUT_PATHS.session)).status).toBe(401)
  })
})
