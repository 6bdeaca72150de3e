import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, CHECKOUT_PHONE } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedBuyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { PNG } from '../../test/kyc-customer.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'
import { sessionToken } from '../auth/session-token.ts'
import { openHandover, replaceHandover } from '../kyc/handover-store.ts'
import { untilTakenUp } from '../../test/until-taken-up.ts'
import { writeWidgetBuild } from '../../test/widget-build.ts'
import { fakeProcessor } from '../../test/fake-processor.ts'
import { loadWidget } from '../widget/bundle.ts'

let service: TestService
beforeAll(async () => {
  const build = await writeWidgetBuild()
  service = await startTestService({
    wakesJobs: false,
    widget: await loadWidget(build.folder),
    merchant: { returnUrl: 'https://shop.example/thanks' },
  })
  await build.remove()
})
afterAll(() => service.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const visit = (url: URL, headers: Record<string, string> = {}) =>
  service.request(`${url.pathname}${url.search}`, { token: null, headers })

describe('decisions.md §4: the visit of a redirect URL', () => {
  test('sets a cookie of its own path and leads to the address without the token', async () => {
    const url = await orderRedirect(service)
    const { status, headers } = await visit(url, BROWSER)
    expect(status).toBe(303)
    expect(headers.get('location')).toBe(`${service.baseUrl}${url.pathname}`)
    expect(headers.get('set-cookie')).toMatch(
      new RegExp(`^coinslot_pay=v1\\.hosted\\.[^;]+; Path=${url.pathname}; HttpOnly; SameSite=Lax$`),
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('shows the page to the cookie, as often as it is reloaded, and the session to the page', async () => {
    const url = await orderRedirect(service)
    const cookie = (await visit(url)).headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    for (let reload = 0; reload < 3; reload += 1) {
      const { status, headers, text } = await service.request(url.pathname, { token: null, headers: { cookie } })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      // Kept for the way back, it would show the card that was typed.
      expect(headers.get('cache-control')).toBe('no-store')
      expect(text).toContain('/checkout/assets/')
      expect(text).toContain('&quot;name&quot;:&quot;Merchant 1&quot;')
    }
    const session = await service.request(`${url.pathname}/session`, { token: null, headers: { cookie } })
    expect(session.json?.data).toMatchObject({ step: 'pay', return_url: 'https://shop.example/thanks' })
  })

  test('answers a second visit with 401: a page for a browser, the envelope otherwise', async () => {
    const url = await orderRedirect(service)
    await visit(url)
    const page = await visit(url, BROWSER)
    expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<h1>This link has been used</h1>')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
    expect(page.headers.get('set-cookie')).toBeNull()
    expect(page.headers.get('vary')).toBe('accept, accept-language')
    expect((await visit(url)).json?.error).toMatchObject({ status: 401, reason: 'Unauthorized' })
  })

  test('tells a browser that kept no cookie to allow them, since starting again leads here again', async () => {
    const url = await orderRedirect(service)
    const { headers } = await visit(url, BROWSER)
    const page = await visit(new URL(headers.get('location') ?? ''), BROWSER)
    const advice = 'allow cookies for this page in your browser'
    expect([page.status, page.text.includes(advice)]).toEqual([401, true])
    expect((await visit(url, BROWSER)).text).not.toContain(advice)
  })

  test('is not one of a browser that looks ahead, whose buyer may not come: that of the buyer is the first', async () => {
    const url = await orderRedirect(service)
    for (const purpose of ['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip']) {
      const { status, headers } = await visit(url, { ...BROWSER, 'sec-purpose': purpose })
      expect([status, headers.get('set-cookie')]).toEqual([401, null])
    }
    expect((await visit(url, BROWSER)).status).toBe(303)
  })

  test.each([
    [
      'de-AT,de;q=0.9,en;q=0.8',
      '<html lang="de" dir="ltr">',
      'Dieser Link wurde schon benutzt',
      'Diese Zahlung gibt es nicht',
    ],
    ['ar', '<html lang="ar" dir="rtl">', 'استُخدم هذا الرابط من قبل', 'لا توجد عملية دفع كهذه'],
    ['tlh', '<html lang="en" dir="ltr">', 'This link has been used', 'There is no such payment'],
  ])('refuses who prefers %s in that language, if the checkout speaks it', async (language, root, used, unknown) => {
    const headers = { ...BROWSER, 'accept-language': language }
    const url = await orderRedirect(service)
    await visit(url)
    const pages = [await visit(url, headers), await visit(new URL(`/pay/${randomUUID()}`, url), headers)]
    expect(pages.map(({ text }) => [text.includes(root), /<h1>(.*)<\/h1>/.exec(text)?.[1]])).toEqual([
      [true, used],
      [true, unknown],
    ])
  })

  test('answers 401 to a visit after 30 seconds, and to one just in time 303', async () => {
    const [late, inTime] = [await orderRedirect(service), await orderRedirect(service)]
    service.clock.advance(29_999)
    expect((await visit(inTime)).status).toBe(303)
    service.clock.advance(1)
    expect((await visit(late)).status).toBe(401)
  })

  test('answers 401 after 30 seconds to a URL that an intent was asked for once more, too', async () => {
    const asked = { idempotencyKey: randomUUID(), buyer: { id: 'player-7', email: 'ada@example.com' } }
    const first = await orderRedirect(service, asked)
    const again = await orderRedirect(service, asked)
    expect([again.pathname, again.search === first.search]).toEqual([first.pathname, false])
    service.clock.advance(30_000)
    expect((await visit(again)).status).toBe(401)
  })

  test('takes an id in capitals, and leads to the one address of its page', async () => {
    const url = await orderRedirect(service)
    const capitals = url.pathname.replace(/[^/]+$/, (id) => id.toUpperCase())
    const { status, headers } = await service.request(`${capitals}${url.search}`, { token: null })
    expect([status, headers.get('location')]).toEqual([303, `${service.baseUrl}${url.pathname}`])
    const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect((await service.request(capitals, { token: null, headers: { cookie } })).status).toBe(200)
  })

  test('shows the page to its cookie for a day after the payment has ended, and no longer', async () => {
    const url = await orderRedirect(service)
    const cookie = (await visit(url)).headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const load = async () => (await service.request(url.pathname, { token: null, headers: { cookie } })).status
    const untilEndMs = (30 + 24 * 60) * 60_000
    service.clock.advance(untilEndMs - 1)
    expect(await load()).toBe(200)
    service.clock.advance(1)
    expect(await load()).toBe(401)
    service.clock.advance(-untilEndMs)
  })

  test('answers 401 to a forged token, one of another intent, none at all, and several', async () => {
    const [url, other] = [await orderRedirect(service), await orderRedirect(service)]
    const forged = [
      `?redirect_token=${'A'.repeat(43)}`,
      '?redirect_token=',
      other.search,
      '',
      `${url.search}&redirect_token=x`,
    ]
    for (const search of forged) {
      expect((await service.request(`${url.pathname}${search}`, { token: null })).status).toBe(401)
    }
    expect((await visit(url)).status).toBe(303)
  })

  test('answers 404 where there is no such intent, in either form', async () => {
    for (const id of [randomUUID(), 'not-an-id', '%00']) {
      const answer = await service.request(`/pay/${id}?redirect_token=x`, { token: null })
      expect(answer.json?.error).toMatchObject({ status: 404, reason: 'Not Found' })
    }
    const page = await service.request(`/pay/${randomUUID()}`, { token: null, headers: BROWSER })
    expect([page.status, page.text.includes('<h1>There is no such payment</h1>')]).toEqual([404, true])
    const { intentId } = await order(service)
    expect((await service.request(`/pay/${intentId}`, { token: null })).status).toBe(404)
  })

  test.each(['pay', 'picture', 'challenge', 'phone', 'kyc'] as const)(
    'opens to no genuine token of another kind, %s, in place of its cookie',
    async (kind) => {
      const { pathname } = await orderRedirect(service)
      const cookie = `coinslot_pay=${sessionToken(service.deps.secrets, kind, pathname.split('/').at(-1) ?? '')}`
      for (const path of [pathname, pathname + CHECKOUT_PATHS.session]) {
        expect((await service.request(path, { token: null, headers: { cookie } })).status, path).toBe(401)
      }
    },
  )

  test('opens to no cookie of another hosted page', async () => {
    const [{ pathname }, other] = [await orderRedirect(service), await orderRedirect(service)]
    const cookie = (await visit(other)).headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    for (const path of [pathname, pathname + CHECKOUT_PATHS.session]) {
      expect((await service.request(path, { token: null, headers: { cookie } })).status, path).toBe(401)
    }
  })

  test('takes no file that another site sends, and no press', async () => {
    const page = hostedBuyer(service, (await orderRedirect(service)).pathname.split('/').at(-1) ?? '')
    const headers = { 'content-type': 'image/png', 'sec-fetch-site': 'cross-site' }
    const sent = await page.send(`${CHECKOUT_PATHS.upload}/selfie`, { method: 'PUT', raw: PNG, headers })
    expect(sent.status).toBe(403)
    const press = { method: 'POST', body: {}, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await page.send(CHECKOUT_PATHS.close, press)).status).toBe(403)
  })

  test('lets one of 100 visits at once in', async () => {
    const url = await orderRedirect(service)
    const visits = await Promise.all(Array.from({ length: 100 }, () => untilTakenUp(() => visit(url))))
    const statuses = visits.map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(99)
  })

  test('does not use the token up for a HEAD request', async () => {
    const url = await orderRedirect(service)
    await service.request(`${url.pathname}${url.search}`, { method: 'HEAD', token: null })
    expect((await visit(url)).status).toBe(303)
  })

  test.each([
    ['ERR01', { buyer: { email: 'banned@example.com' } }],
    ['ERR15', { buyer: { wallet: { address: '0x12bad', blockchain: 'polygon' } } }],
    ['ERR03', { headers: { 'x-sandbox-country': 'KP' } }],
  ])('shows %s on the page', async (errorCode, options) => {
    const url = await orderRedirect(service, options)
    expect((await visit(url)).status).toBe(303)
    const intentId = url.pathname.split('/').at(-1) ?? ''
    const page = hostedBuyer(service, intentId)
    expect(await page.view()).toMatchObject({ step: 'message', error_code: errorCode, expires_at: null })
    expect(await page.pay()).toMatchObject({ step: 'message' })
  })

  test('lets the page frame the banks of an acquirer that names them, and tells it which cards are taken', async () => {
    const processor = { ...fakeProcessor(), challengeOrigins: ['https://acs.bank.example'], brands: ['visa', 'jcb'] }
    const other = await startTestService({ widget: service.deps.widget, overrides: { processor } })
    const url = await orderRedirect(other)
    const entered = await other.request(`${url.pathname}${url.search}`, { token: null })
    const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const { headers, text } = await other.request(url.pathname, { token: null, headers: { cookie } })
    expect(text).toContain('<meta name="brands" content="visa,jcb"')
    expect(headers.get('content-security-policy')).toContain("frame-src 'self' https://acs.bank.example;")
    await other.close()
  })

  test('the page of a phone’s link is framed by nobody, and names itself to nobody', async () => {
    const { status, headers } = await service.request(CHECKOUT_PHONE, { token: null })
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test.each([
    ['pt-BR,pt;q=0.9', 'lang="pt" content="Continue apenas se foi você'],
    ['ar', 'lang="ar" content="تابع فقط'],
    ['tlh', 'lang="en" content="Go on only if you began this check yourself.'],
  ])(
    'the page of a phone warns who prefers %s in that language, if the checkout speaks it',
    async (language, warning) => {
      const { text } = await service.request(CHECKOUT_PHONE, { token: null, headers: { 'accept-language': language } })
      expect(text).toContain(`<meta name="phone-warning" ${warning}`)
    },
  )

  test('the page of a phone names the merchant to the phone that was let in, and to no other', async () => {
    await startKycSession(service, 3)
    const { db, secrets, clock } = service.deps
    const { id: sessionId } = await db.selectFrom('kyc_sessions').select('id').executeTakeFirstOrThrow()
    const [id, later] = [randomUUID(), new Date(clock.now().getTime() + 1_000)]
    await replaceHandover(db, { id, sessionId, opensUntil: later, endsAt: later })
    const named = async () => {
      const headers = { cookie: `coinslot_phone=${sessionToken(secrets, 'phone', id)}` }
      return (await service.request(CHECKOUT_PHONE, { token: null, headers })).text.includes('Merchant 1')
    }
    expect(await named()).toBe(false)
    await openHandover(db, id, clock.now())
    expect(await named()).toBe(true)
  })

  test('keeps tokens out of the logs', async () => {
    const url = await orderRedirect(service)
    await visit(url)
    expect(service.logs.join('\n')).not.toContain(url.searchParams.get('redirect_token'))
  })
})
