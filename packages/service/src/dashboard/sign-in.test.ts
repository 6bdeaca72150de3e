import { DASHBOARD_API, DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followLink, pathOf, visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { textOfRows } from '../../test/text-of-rows.ts'
import { watchResults } from '../../test/watch-results.ts'
import { createLink, signIn } from './links.ts'
import { deleteAllSessions } from './session-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const link = (merchantId: string | null = service.merchant.merchantId) => createLink(service.deps, merchantId)
const MINUTE_MS = 60_000

describe('a link', () => {
  test('signs in, and leads to the pages without its token', async () => {
    const url = await link()
    const answer = await service.request(url.slice(service.baseUrl.length), { token: null })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${service.baseUrl}/dashboard`)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^coinslot_dashboard=[\w-]{43}; Path=\/dashboard; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('opens once', async () => {
    const url = await link()
    expect((await followLink(service, url)).status).toBe(303)
    expect(await followLink(service, url)).toEqual({ status: 401, cookie: '' })
  })

  test('that was used says so, and how to get another', async () => {
    const url = await link()
    await followLink(service, url)
    const headers = { accept: 'text/html' }
    const { status, text } = await service.request(url.slice(service.baseUrl.length), { token: null, headers })
    expect(status).toBe(401)
    expect(text).toContain('<h1>This link does not work any more</h1>')
    expect(text).toContain('It has been used, is more than five minutes old, or is incomplete.')
    expect(text).toMatch(/coinslot-service dashboard<\/code><\/pre>\s*<\/main>/)
  })

  test('that was used leads on who is signed in already, and nobody else', async () => {
    const url = await link()
    const used = await followLink(service, url)
    const [cookie = ''] = used.cookie.split(';', 1)
    const askAgain = async (given: Record<string, string>) => {
      const headers = { accept: 'text/html', ...given }
      return (await service.request(url.slice(service.baseUrl.length), { token: null, headers })).text
    }
    expect(await askAgain({ cookie })).toContain('<a href="/dashboard">Go to the dashboard</a>')
    expect(await askAgain({})).not.toContain('Go to the dashboard')
  })

  test('of two that use it at once, lets one in', async () => {
    const url = await link()
    const answers = await Promise.all([followLink(service, url), followLink(service, url), followLink(service, url)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401, 401])
  })

  test('opens for 5 minutes', async () => {
    const [early, late] = [await link(), await link()]
    service.clock.advance(5 * MINUTE_MS - 1)
    expect((await followLink(service, early)).status).toBe(303)
    service.clock.advance(1)
    expect(await followLink(service, late)).toEqual({ status: 401, cookie: '' })
  })

  test('that nobody opened is forgotten when its time is over', async () => {
    await link()
    const waiting = async () => {
      service.clock.advance(MINUTE_MS)
      return (await service.deps.db.selectFrom('dashboard_links').select('expires_at').execute()).length
    }
    await expect.poll(waiting).toBe(0)
  })

  test('is not used up by a browser that looks ahead', async () => {
    const url = await link()
    const ahead = await service.request(url.slice(service.baseUrl.length), {
      token: null,
      headers: { 'sec-purpose': 'prefetch;prerender' },
    })
    expect(ahead.status).toBe(401)
    expect((await followLink(service, url)).status).toBe(303)
  })

  test.each(['cross-site', 'same-site'])('on a page of another origin (%s) asks before it signs in', async (site) => {
    const url = new URL(await link())
    const ask = (headers: Record<string, string>) =>
      service.request(url.pathname + url.search, { token: null, headers })
    const asked = await ask({ accept: 'text/html', 'sec-fetch-site': site })
    expect([asked.status, asked.headers.get('set-cookie')]).toEqual([200, null])
    expect(asked.headers.get('content-security-policy')).toMatch(/; frame-ancestors 'none'$/)
    expect(asked.text).toContain('<h1>Sign in to the dashboard?</h1>')
    expect(asked.text).toContain('Go on only if you have asked for this link yourself')
    expect(asked.text).toContain(`<a href="${url.pathname}${url.search}">Sign in</a>`)
    const fetched = await ask({ 'sec-fetch-site': site })
    expect([fetched.status, fetched.headers.get('set-cookie')]).toEqual([403, null])
    expect(fetched.json?.error?.message).toBe('This request does not come from the dashboard')
    expect((await ask({ accept: 'text/html', 'sec-fetch-site': 'same-origin' })).status).toBe(303)
  })

  test('that is markup is asked about as text', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
    const path = '/dashboard/sign-in?token=%22%3E%3Cscript%3E'
    const { text } = await service.request(path, { token: null, headers })
    expect(text).toContain(`<a href="${path}">`)
  })

  test.each(['', '?token=', '?token=forged', '?token=a&token=b'])('that is none does not open: %s', async (query) => {
    expect((await service.request(`/dashboard/sign-in${query}`, { token: null })).status).toBe(401)
  })

  test.each(['', '?token=a&token=b'])(
    'that is none is not asked about on a page of another site: %s',
    async (query) => {
      const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
      const { status, text } = await service.request(`/dashboard/sign-in${query}`, { token: null, headers })
      expect([status, text.includes('This link does not work any more')]).toEqual([401, true])
    },
  )

  test('gives WebKit on plain http, which keeps no Secure cookie from there, one that it keeps', async () => {
    const url = await link()
    const agent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
    const answer = await service.request(url.slice(service.baseUrl.length), {
      token: null,
      headers: { 'user-agent': agent },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict$/)
  })
})

describe('without a session', () => {
  test('a person is told how to get a link', async () => {
    for (const path of [
      '/dashboard',
      '/dashboard/payments',
      '/dashboard/payments/1',
      '/dashboard/webhooks/deliveries/1',
    ]) {
      const answer = await service.request(path, { token: null, headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
      expect(answer.text).toContain('<h1>Sign in to the dashboard</h1>')
      expect(answer.text).toMatch(/<p>On the machine that runs .*\s+<pre><code>coinslot-service dashboard</)
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(answer.text).toMatch(/initial-scale=1">\s+<link /)
      expect(answer.text).not.toContain('http-equiv="refresh"')
      expect(answer.headers.get('vary')).toBe('accept')
    }
  })

  test('a person whose browser keeps no cookies, led here by a link that has worked, is told so', async () => {
    const url = await link()
    expect((await followLink(service, url)).status).toBe(303)
    const { text } = await service.request('/dashboard', { token: null, headers: { accept: 'text/html' } })
    expect(text).toContain('keeps no cookies from this address, or keeps one in the way')
  })

  test('a person whom a link no longer signs in, as a neighbour of the host has laid a second cookie, is told what to do', async () => {
    const { cookie } = await followLink(service, await link())
    const [own = ''] = cookie.split(';', 1)
    const headers = { accept: 'text/html', cookie: `${own}; coinslot_dashboard=laid` }
    const { status, text } = await service.request('/dashboard', { token: null, headers })
    expect(status).toBe(401)
    expect(text).toContain('delete those that it has of this address, and ask for another link')
  })

  test('a browser that comes from another site, and so without its strict cookie, asks once more from here', async () => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
    const answer = await service.request('/dashboard/payments', { token: null, headers })
    expect([answer.status, answer.text.includes('http-equiv="refresh"')]).toEqual([401, true])
  })

  test('a program gets the envelope', async () => {
    const answer = await service.request('/dashboard', { token: null })
    expect([answer.status, answer.json?.error?.reason]).toEqual([401, 'Unauthorized'])
  })

  test("a merchant's access token is none", async () => {
    expect((await service.request(`${DASHBOARD_API}/session`)).status).toBe(401)
  })
})

describe('a session', () => {
  test('is told whose it is', async () => {
    const visitor = await visitDashboard(service, service.merchant.merchantId)
    expect(await visitor.read('readSession')).toMatchObject({
      role: 'merchant',
      merchant: { id: service.merchant.merchantId, name: 'Merchant 1' },
      mode: 'sandbox',
    })
    const operator = await visitDashboard(service, null)
    expect(await operator.read('readSession')).toMatchObject({ role: 'operator', merchant: null })
  })

  test('gets the pages under a policy that lets nothing in from elsewhere', async () => {
    const { cookie } = await visitDashboard(service, service.merchant.merchantId)
    const answer = await service.request('/dashboard/settings', {
      token: null,
      headers: { cookie, accept: 'text/html' },
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types lit-html")
    expect(policy).toContain("connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:/)
    // Kept for the way back, it would show what it showed, secrets included, after sign-out.
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [, asset = ''] = /src="([^"]+)"/.exec(answer.text) ?? []
    const script = await service.request(asset, { token: null })
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    expect(script.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const none = await service.request('/dashboard/assets/none.js', { token: null, headers: { cookie } })
    expect([none.status, none.json?.error?.message]).toEqual([404, 'There is no such file'])
  })

  test('ends after 8 hours', async () => {
    const visitor = await visitDashboard(service, null)
    service.clock.advance(8 * 60 * MINUTE_MS - 1)
    expect((await visitor.get('/session')).status).toBe(200)
    service.clock.advance(1)
    expect((await visitor.get('/session')).status).toBe(401)
  })

  test('is forgotten when its time is over, and no other is', async () => {
    await visitDashboard(service, null)
    service.clock.advance(8 * 60 * MINUTE_MS)
    const visitor = await visitDashboard(service, null)
    const sessions = async () => {
      service.clock.advance(MINUTE_MS)
      return (await service.deps.db.selectFrom('dashboard_sessions').select('expires_at').execute()).length
    }
    await expect.poll(sessions).toBe(1)
    expect((await visitor.get('/session')).status).toBe(200)
  })

  test('ends with sign-out, and takes its cookie along; those of others stay', async () => {
    const [visitor, other] = [await visitDashboard(service, null), await visitDashboard(service, null)]
    const answer = await visitor.act('signOut')
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([
      200,
      'coinslot_dashboard=; Path=/dashboard; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    ])
    expect((await visitor.get('/session')).status).toBe(401)
    expect((await other.get('/session')).status).toBe(200)
  })

  test('ends when its browser signs in anew, and not by a link that opens nothing; those of others stay', async () => {
    const [visitor, other] = [await visitDashboard(service, null), await visitDashboard(service, null)]
    const url = await link()
    await followLink(service, url)
    await followLink(service, url, visitor.cookie)
    expect((await visitor.get('/session')).status).toBe(200)
    await followLink(service, await link(), visitor.cookie)
    expect((await visitor.get('/session')).status).toBe(401)
    expect((await other.get('/session')).status).toBe(200)
  })

  test('ends when all are revoked, and so do links that wait', async () => {
    const [visitor, url] = [await visitDashboard(service, service.merchant.merchantId), await link()]
    expect(await deleteAllSessions(service.deps.db)).toBeGreaterThan(0)
    expect((await visitor.get('/payments')).status).toBe(401)
    expect((await visitor.act('signOut')).status).toBe(401)
    expect((await followLink(service, url)).status).toBe(401)
  })

  test('ends as well that was about to begin when all are revoked', async () => {
    const { deps } = service
    const token = new URL(await link()).searchParams.get('token') ?? ''
    let revoked: Promise<number> | undefined
    const db = watchResults(deps.db, async () => void (await (revoked ??= deleteAllSessions(deps.db))))
    const session = await signIn({ ...deps, db }, token, null)
    await revoked
    const headers = { cookie: `coinslot_dashboard=${session}` }
    expect((await service.request(`${DASHBOARD_API}/session`, { token: null, headers })).status).toBe(401)
  })

  test('has stored neither its token nor its link', async () => {
    const url = await link()
    const { cookie } = await visitDashboard(service, null)
    const { db } = service.deps
    const rows = [
      await db.selectFrom('dashboard_links').selectAll().execute(),
      await db.selectFrom('dashboard_sessions').selectAll().execute(),
    ]
    const stored = textOfRows(rows)
    expect(stored).not.toContain(new URL(url).searchParams.get('token'))
    expect(stored).not.toContain(cookie.split('=')[1])
  })
})

describe('a forged request', () => {
  const forgeries: [name: string, headers: (token: string, other: string) => Record<string, string>][] = [
    ['without the token', () => ({ [DASHBOARD_TOKEN_HEADER]: '' })],
    ['with a guessed token', () => ({ [DASHBOARD_TOKEN_HEADER]: 'A'.repeat(43) })],
    ["with another session's token", (_token, other) => ({ [DASHBOARD_TOKEN_HEADER]: other })],
    ['from another site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['from another origin of the same site', () => ({ 'sec-fetch-site': 'same-site' })],
    ['that does not say where it comes from', () => ({ 'sec-fetch-site': '' })],
  ]

  test.each(forgeries)('%s is refused, and does nothing', async (_name, headers) => {
    const [visitor, other] = [await visitDashboard(service, null), await visitDashboard(service, null)]
    const answer = await visitor.act('addBan', { value: 'victim@example.com' }, '', headers(visitor.token, other.token))
    expect(answer.status).toBe(403)
    expect((await visitor.read('listBans')).values).toEqual([])
  })

  test('by a neighbour of the host that lays its own session before theirs has them in no session but their own', async () => {
    const [victim, attacker] = [await visitDashboard(service, null), (await visitNewMerchant(service)).visitor]
    for (const cookies of [`${attacker.cookie}; ${victim.cookie}`, `${victim.cookie}; ${attacker.cookie}`]) {
      const headers = { cookie: cookies }
      expect((await service.request(`${DASHBOARD_API}/session`, { token: null, headers })).status).toBe(401)
    }
  })

  test('by a form of another site is refused for its type as well', async () => {
    const visitor = await visitDashboard(service, null)
    const answer = await service.request(DASHBOARD_API + pathOf('addBan'), {
      method: 'POST',
      token: null,
      headers: { cookie: visitor.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      raw: Buffer.from('value=victim'),
    })
    expect(answer.status).toBe(415)
  })
})

test('behind a proxy that serves it below a path, the pages know where they are', async () => {
  const below = await startTestService({ config: { baseUrl: 'https://pay.example/coins' } })
  const signedIn = await below.request((await createLink(below.deps, null)).replace('https://pay.example/coins', ''), {
    token: null,
  })
  expect(signedIn.headers.get('location')).toBe('https://pay.example/coins/dashboard')
  const [cookie = '', path] = signedIn.headers.get('set-cookie')?.split('; ') ?? []
  expect(path).toBe('Path=/coins/dashboard')
  const { text } = await below.request('/dashboard', { token: null, headers: { cookie, accept: 'text/html' } })
  expect(text).toMatch(/<html[^>]* data-base="\/coins"/)
  const foreign = { accept: 'text/html', 'sec-fetch-site': 'cross-site' }
  const asked = await below.request('/dashboard/sign-in?token=x', { token: null, headers: foreign })
  expect(asked.text).toContain('<a href="/coins/dashboard/sign-in?token=x">')
  expect(text).toMatch(/<script[^>]+src="\/coins\/dashboard\/assets\/[^"]+"/)
  await below.close()
})

test('where the dashboard is off, there is nothing', async () => {
  const off = await startTestService({ config: { dashboard: false } })
  for (const path of ['/dashboard', '/dashboard/sign-in?token=x', `${DASHBOARD_API}/session`]) {
    expect((await off.request(path, { token: null })).status).toBe(404)
  }
  await off.close()
})
