import fastify from 'fastify'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { testConfig } from '../../test/harness.ts'
import { startService } from '../composition/service.ts'
import type { HttpDeps } from '../http/deps.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { documentRoutes } from './routes.ts'

const ask = async (path: string, mode: 'sandbox' | 'production' = 'sandbox') => {
  const app = fastify()
  documentRoutes(app, { config: { ...testConfig, mode, baseUrl: 'https://pay.example/coins' } } as HttpDeps)
  const { headers, body } = await app.inject(path)
  await app.close()
  return { policy: String(headers['content-security-policy']), headers, body }
}

test('the reference runs what carries the nonce of its answer, which no other answer has', async () => {
  const answers = [await ask('/docs'), await ask('/docs')]
  const nonces = answers.map(({ policy, body }) => {
    const [, nonce = ''] = /script-src 'nonce-([^']{22,})';/.exec(policy) ?? []
    expect(body.match(/<script/g)).toHaveLength(2)
    expect(body.split(`<script nonce="${nonce}"`)).toHaveLength(3)
    return nonce
  })
  expect(new Set(nonces).size).toBe(2)
})

test('the reference is framed by nobody, and asks the service alone', async () => {
  const { policy } = await ask('/docs')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self' https://pay.example; base-uri 'none'; form-action 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('the tab of the reference has an icon, which its policy allows', async () => {
  const { body, policy } = await ask('/docs')
  expect(body).toContain('<link rel="icon" href="data:')
  expect(policy).toContain("img-src 'self' data:")
})

test('requests are tried out from the reference in sandbox mode alone', async () => {
  expect((await ask('/docs')).body).toContain('"hideTestRequestButton":false')
  expect((await ask('/docs', 'production')).body).toContain('"hideTestRequestButton":true')
})

test('the API’s document is there for tools of any origin', async () => {
  const { headers, body } = await ask('/openapi.json')
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(JSON.parse(body).servers).toEqual([{ url: 'https://pay.example/coins' }])
})

test('the reference and the document name the port that was given where the system chose it', async () => {
  const { db, close } = await openTestDatabase()
  const config = readConfig({ COINSLOT_PORT: '0', COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only' })
  const service = await startService(config, { db, log: createLogger('silent'), widget: null, dashboard: null })
  try {
    const document = await service.app.inject('/openapi.json')
    expect(document.json().servers).toEqual([{ url: service.address }])
    const { headers, body } = await service.app.inject('/docs')
    expect(headers['content-security-policy']).toContain(`connect-src 'self' ${service.address};`)
    expect(body).toContain(service.address)
    expect(body).not.toContain('127.0.0.1:0')
  } finally {
    await service.stop()
    await close()
  }
})

test('everybody who is sent the API’s document takes the same bytes: each copy would stay until its reader has taken it', async () => {
  const app = fastify()
  const sent: unknown[] = []
  app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
  documentRoutes(app, { config: testConfig } as HttpDeps)
  const { headers } = await app.inject('/openapi.json')
  await app.inject('/openapi.json')
  await app.close()
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Buffer.isBuffer(sent[0])).toBe(true)
  expect(sent[1]).toBe(sent[0])
})
