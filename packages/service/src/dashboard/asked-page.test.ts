import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { createLink } from './links.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const askFor = (path: string, headers: Record<string, string> = {}) =>
  service.request(path, { token: null, headers: { accept: 'text/html', ...headers } })

/** Where a link leads in a browser that has this cookie. */
const followWith = async (cookie: string) => {
  const url = await createLink(service.deps, service.merchant.merchantId)
  const { headers } = await service.request(url.slice(service.baseUrl.length), { token: null, headers: { cookie } })
  return { location: headers.get('location'), cookies: headers.getSetCookie() }
}

const cookieOf = (asked: string): string => `coinslot_asked=${Buffer.from(asked).toString('base64url')}`

describe('who asked for a page before they had signed in', () => {
  test.each(['/dashboard/payments/0d5a4d4e?merchant=m2', '/dashboard/settings', '/dashboard?merchant=m2'])(
    'is led to it by their link: %s',
    async (path) => {
      const answer = await askFor(path)
      expect(answer.status).toBe(401)
      const set = answer.headers.get('set-cookie') ?? ''
      expect(set).toMatch(/^coinslot_asked=[\w-]+; Path=\/dashboard; Max-Age=300; HttpOnly; SameSite=Lax; Secure$/)
      const { location, cookies } = await followWith(set.split(';', 1)[0] ?? '')
      expect(location).toBe(`${service.baseUrl}${path}`)
      expect(cookies[1]).toMatch(/^coinslot_asked=; .*Max-Age=0/)
    },
  )

  test.each([
    ['//elsewhere.example', '/dashboard//elsewhere.example'],
    ['/\\elsewhere.example', '/dashboard//elsewhere.example'],
    ['/../../pay', '/dashboard'],
    ['.elsewhere.example', '/dashboard'],
    ['@elsewhere.example/', '/dashboard'],
    ['https://elsewhere.example', '/dashboard'],
    ['/a\r\nset-cookie: x=y', '/dashboard/aset-cookie:%20x=y'],
    ['', '/dashboard'],
    // A neighbour of the host can lay the cookie: a link of theirs would put the viewer into their session after all.
    ['/sign-in?token=x', '/dashboard'],
    ['/sign%2Din?%74oken=x', '/dashboard'],
  ])('is led nowhere but into the dashboard by a cookie of %j', async (asked, path) => {
    expect((await followWith(cookieOf(asked))).location).toBe(service.baseUrl + path)
  })

  test.each([
    ['the overview', '/dashboard', {}],
    ['a page from another site, which asks again from here', '/dashboard/settings', { 'sec-fetch-site': 'cross-site' }],
    ['an address that is too long to keep', `/dashboard/payments?text=${'x'.repeat(2_000)}`, {}],
  ] as const)('is given nothing to keep for %s', async (_what, path, headers) => {
    const answer = await askFor(path, headers)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
  })
})
