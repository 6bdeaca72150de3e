import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeProcessor } from '../../test/fake-processor.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { NAME, OLD_NAME, OLD_SCRIPT, SCRIPT, sha384, writeWidgetBuild } from '../../test/widget-build.ts'
import { disableClient } from '../auth/client-store.ts'
import { loadWidget } from './bundle.ts'
import { checkoutDocument } from './documents.ts'

let service: TestService
beforeAll(async () => {
  const build = await writeWidgetBuild()
  service = await startTestService({ widget: await loadWidget(build.folder) })
  await build.remove()
})
afterAll(() => service.close())

const MANIFEST = '/payments/v1/widget/manifest'

const rawGet = (path: string, encoding: string): Promise<{ encoding: string | undefined; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const asked = request(new URL(path, service.baseUrl), { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'], body: Buffer.concat(chunks) }))
    })
    asked.on('error', reject).end()
  })

test('the manifest names the newest script and its digest', async () => {
  const answer = await service.request(MANIFEST)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    data: { file_name: NAME, integrity: { digest: sha384(SCRIPT), type: 'sha-384' } },
  })
})

test('the manifest carries an ETag and is a 304 to whoever has it', async () => {
  const { headers } = await service.request(MANIFEST)
  const etag = headers.get('etag') ?? ''
  expect(headers.get('cache-control')).toBe('private, no-cache')
  const again = await service.request(MANIFEST, { headers: { 'if-none-match': `"other", W/${etag}` } })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await service.request(MANIFEST, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('the manifest asks for a token, and is a 404 where no widget was built', async () => {
  expect((await service.request(MANIFEST, { token: null })).status).toBe(401)
  const bare = await startTestService({ widget: null })
  expect((await bare.request(MANIFEST)).json?.error).toMatchObject({ status: 404, reason: 'Not Found' })
  await bare.close()
})

test('a script is served for a year to any origin, byte for byte what its digest says', async () => {
  const { headers, text } = await service.request(`/widget/${NAME}`, { token: null })
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(`sha384-${createHash('sha384').update(text).digest('base64')}`).toBe(sha384(SCRIPT))
})

test('a script is sent as brotli, as gzip or as it is, whichever the browser takes', async () => {
  const path = `/widget/${NAME}`
  const brotli = await rawGet(path, 'gzip, deflate, br')
  expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', SCRIPT])
  expect((await rawGet(path, 'gzip')).encoding).toBe('gzip')
  expect((await ask('GET', path, {})).headers['vary']).toBe('accept-encoding')
  expect(await rawGet(path, 'br;q=0')).toEqual({ encoding: undefined, body: Buffer.from(SCRIPT) })
  expect(await rawGet(`/widget/${OLD_NAME}`, 'br')).toEqual({ encoding: undefined, body: Buffer.from(OLD_SCRIPT) })
})

test('the unversioned name serves the newest for a short time', async () => {
  const { headers, text } = await service.request('/widget/payments-widget.js', { token: null })
  expect(text).toBe(SCRIPT)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('etag')).toBe(`"${sha384(SCRIPT)}"`)
})

/** Of one exchange or one connection alone. */
const PASSING = ['date', 'x-request-id', 'connection', 'keep-alive']

const ask = async (method: string, path: string, headers: Record<string, string>) => {
  const response = await fetch(new URL(path, service.baseUrl), { method, headers })
  const lasting = [...response.headers].filter(([name]) => !PASSING.includes(name))
  return { status: response.status, headers: Object.fromEntries(lasting), text: await response.text() }
}

test.each([`/widget/${NAME}`, '/widget/payments-widget.js', '/checkout/assets/checkout-a1.js'])(
  'HEAD of %s is what GET answers, without the body',
  async (path) => {
    for (const encoding of ['br', 'identity']) {
      const whole = await ask('GET', path, { 'accept-encoding': encoding })
      const head = await ask('HEAD', path, { 'accept-encoding': encoding })
      expect(head).toEqual({ ...whole, text: '' })
      expect(Number(head.headers['content-length'])).toBeGreaterThan(0)
    }
  },
)

test('a 304 says nothing of how the script that it stands for is packed', async () => {
  const path = '/widget/payments-widget.js'
  const packed = { 'accept-encoding': 'br' }
  const { headers } = await ask('GET', path, packed)
  const answer = await ask('GET', path, { ...packed, 'if-none-match': headers['etag'] ?? '' })
  expect([headers['content-encoding'], answer.status, answer.headers['content-encoding']]).toEqual([
    'br',
    304,
    undefined,
  ])
})

test('HEAD is a 304 to whoever has the script, and a 404 where there is none', async () => {
  const path = '/widget/payments-widget.js'
  const { headers } = await ask('HEAD', path, {})
  expect((await ask('HEAD', path, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304)
  expect(await ask('HEAD', '/widget/payments-widget-9.9.9.js', {})).toMatchObject({ status: 404, text: '' })
})

test.each(['/widget/payments-widget-9.9.9.js', '/widget/..%2Fmanifest.json', '/checkout/assets/checkout.html'])(
  '%s is the envelope of a 404',
  async (path) => {
    const answer = await service.request(path, { token: null })
    expect(answer.json?.error).toMatchObject({ status: 404 })
  },
)

test('the frame of a client may be framed by its origins alone, and runs nothing from elsewhere', async () => {
  const origins = ['https://shop.example/path', 'https://www.shop.example', 'javascript:alert(1)', "x'; script-src *"]
  const { clientId } = await service.createMerchant({ origins })
  const { headers, text } = await service.request(`/checkout/frame/${clientId}`, { token: null })
  const policy = headers.get('content-security-policy')?.split('; ') ?? []
  expect(policy).toContain('frame-ancestors https://shop.example https://www.shop.example')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy.join()).not.toMatch(/unsafe|\*/)
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(text).toContain('/checkout/assets/checkout-a1.js')
  const asset = await service.request('/checkout/assets/checkout-a1.js', { token: null })
  expect(asset.headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

test('a page of the service’s own origin frames nobody’s checkout, though a client had it before the service moved there', async () => {
  const policyOf = async (...origins: string[]): Promise<string | null> => {
    const { clientId } = await service.createMerchant({ origins: [new URL(service.baseUrl).origin, ...origins] })
    const { headers } = await service.request(`/checkout/frame/${clientId}`, { token: null })
    return headers.get('content-security-policy')
  }
  expect(await policyOf('https://shop.example')).toMatch(/frame-ancestors https:\/\/shop\.example$/)
  expect(await policyOf()).toMatch(/frame-ancestors 'none'$/)
})

test('the attack of a merchant whose name is markup finds it written as text', async () => {
  const merchant = `</title>"><script>alert('$&')</script>`
  const { clientId } = await service.createMerchant({ merchant })
  const { text } = await service.request(`/checkout/frame/${clientId}`, { token: null })
  expect(text).not.toContain('<script>alert')
  expect(text).toContain(
    `<title>Checkout · &lt;/title&gt;&quot;&gt;&lt;script&gt;alert('$&amp;')&lt;/script&gt;</title>`,
  )
  expect(text).toContain(
    `{&quot;name&quot;:&quot;&lt;/title&gt;\\&quot;&gt;&lt;script&gt;alert('$&amp;')&lt;/script&gt;&quot;`,
  )
})

test('a client without origins may be framed by this machine in the sandbox, by nobody in production', async () => {
  const policyOf = async (on: TestService): Promise<string | null> => {
    const { headers } = await on.request(`/checkout/frame/${on.merchant.clientId}`, { token: null })
    return headers.get('content-security-policy')
  }
  expect(await policyOf(service)).toContain('frame-ancestors http://localhost:* http://127.0.0.1:* https://localhost:*')
  const production = await startTestService({
    widget: service.deps.widget,
    config: { mode: 'production', allowPrivateWebhooks: false },
  })
  expect(await policyOf(production)).toContain("frame-ancestors 'none'")
  await production.close()
})

test('for a page that is isolated from other origins the frame is, too, unless the documents of banks have to stand in it', async () => {
  const isolationOf = async (on: TestService, path: string) => {
    const { headers } = await on.request(path, { token: null })
    return ['cross-origin-embedder-policy', 'cross-origin-resource-policy'].map((name) => headers.get(name))
  }
  const path = `/checkout/frame/${service.merchant.clientId}`
  expect(await isolationOf(service, path)).toEqual([null, null])
  for (const asked of [`${path}?isolated`, '/checkout/frame?isolated'])
    expect(await isolationOf(service, asked)).toEqual(['require-corp', 'cross-origin'])
  const processor = { ...fakeProcessor(), challengeOrigins: ['https://acs.bank.example'] }
  const asking = await startTestService({ widget: service.deps.widget, overrides: { processor } })
  expect(await isolationOf(asking, `/checkout/frame/${asking.merchant.clientId}?isolated`)).toEqual([null, null])
  await asking.close()
})

test('an unknown client has no frame, and refuses to be framed', async () => {
  const answer = await service.request('/checkout/frame/client_nobody', { token: null })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a client that is disabled has no frame any more', async () => {
  const { clientId } = await service.createMerchant()
  await disableClient(service.deps.db, clientId, service.clock.now())
  service.clock.advance(5_000)
  expect((await service.request(`/checkout/frame/${clientId}`, { token: null })).status).toBe(404)
})

test('behind a path prefix the page finds its files and the merchant’s logo under the prefix', async () => {
  const { widget } = service.deps
  const baseUrl = 'https://pay.example/coins'
  const prefixed = await startTestService({ widget, config: { baseUrl } })
  const { text } = await prefixed.request('/checkout/frame', { token: null })
  expect(text).toContain('"/coins/checkout/assets/checkout-a1.js"')
  await prefixed.close()
  if (widget === null) throw new Error('There is no widget')
  const merchant = { name: 'Coins', logo: '/checkout/logos/a1', terms_url: null, privacy_url: null }
  expect(checkoutDocument(widget, baseUrl, { merchant, acceptLanguage: undefined }).html).toContain(
    '&quot;/coins/checkout/logos/a1&quot;',
  )
})
