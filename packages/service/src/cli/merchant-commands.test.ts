import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { pngOf, webpOf } from '../../test/picture-files.ts'
import { executeCommand } from './commands.ts'

const LOGO = pngOf(96, 96)

let service: TestService
let merchant: TestMerchant
let shop: Server
let shopUrl: string
let answerWith: (response: ServerResponse) => void

beforeAll(async () => {
  service = await startTestService()
  shop = createServer((_request, response) => answerWith(response))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
beforeEach(async () => {
  answerWith = (response) => void response.end(LOGO)
  merchant = await service.createMerchant()
})
afterAll(async () => {
  shop.closeAllConnections()
  await Promise.all([service.close(), new Promise((resolve) => shop.close(resolve))])
})

const update = async (...words: string[]): Promise<Record<string, unknown>> => {
  const lines: string[] = []
  const context = {
    deps: service.deps,
    folder: '/',
    print: (line: string) => void lines.push(line),
    signal: new AbortController().signal,
  }
  await executeCommand(['merchants', 'update', merchant.merchantId, ...words, '--json'], context)
  return JSON.parse(lines.join('\n'))
}
/** What the document of the merchant's client says of who charges. */
const profile = async (): Promise<{ name: string; logo: string | null }> => {
  // Clients are remembered for four seconds.
  service.clock.advance(5_000)
  const { text } = await service.request(`/checkout/frame/${merchant.clientId}`, { token: null })
  const written = /<meta name="merchant" content="([^"]*)"/.exec(text)?.[1] ?? ''
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
const show = (path: string | null) => service.request(path ?? '/', { token: null })

describe('the merchant’s logo', () => {
  test('is fetched when it is given, and shown from the service’s own origin', async () => {
    expect((await profile()).logo).toBeNull()
    expect(await update('--logo', `${shopUrl}/logo.png`)).toMatchObject({ logo_url: `${shopUrl}/logo.png` })
    const { logo } = await profile()
    expect(logo).toMatch(/^\/checkout\/logos\/[\w-]{43}$/)
    answerWith = (response) => void response.writeHead(500).end()
    const answer = await show(logo)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('has another address when it is another, and the one before is gone', async () => {
    answerWith = (response) => void response.end(pngOf(32, 32))
    await update('--logo', `${shopUrl}/logo.png`)
    const { logo: before } = await profile()
    answerWith = (response) => void response.end(webpOf(64, 64))
    await update('--logo', `${shopUrl}/logo.png`, '--display-name', 'Embers')
    const { logo, name } = await profile()
    expect([name, logo === before]).toEqual(['Embers', false])
    expect((await show(logo)).headers.get('content-type')).toBe('image/webp')
    expect((await show(before)).status).toBe(404)
    expect(await update('--logo', 'none')).toMatchObject({ logo_url: null })
    expect((await profile()).logo).toBeNull()
    expect((await show(logo)).status).toBe(404)
  })

  const attacks: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'what is missing': (response) => response.writeHead(404).end(),
    'an SVG with a script': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a document': (response) => response.end('<!doctype html><script>alert(1)</script>'),
    'a redirect to another logo': (response) => response.writeHead(302, { location: `${shopUrl}/logo.png` }).end(),
    'one of 60,000 pixels a side': (response) => response.end(pngOf(60_000, 60_000)),
    'one of more than 1 MB': (response) => response.end(Buffer.concat([LOGO, Buffer.alloc(1_048_576)])),
  }
  test.each(Object.entries(attacks))('the attack of %s changes nothing, and is told', async (_name, answer) => {
    await update('--logo', `${shopUrl}/logo.png`, '--display-name', 'Before')
    const before = await profile()
    answerWith = answer
    await expect(update('--logo', `${shopUrl}/bad`, '--display-name', 'After')).rejects.toThrow('There is no logo')
    expect(await profile()).toEqual(before)
    expect((await show(before.logo)).status).toBe(200)
  })

  test('the attack of a private address is refused where those are not allowed', async () => {
    const deps = { ...service.deps, config: { ...service.deps.config, allowPrivateWebhooks: false } }
    const context = { deps, folder: '/', print: () => {}, signal: new AbortController().signal }
    const words = ['merchants', 'update', merchant.merchantId, '--logo', `${shopUrl}/logo.png`]
    await expect(executeCommand(words, context)).rejects.toThrow('There is no logo')
  })
})
