import { connect } from 'node:net'
import { errorEnvelopeSchema } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, testConfig, type TestService } from '../../test/harness.ts'
import { createServiceData } from '../../test/service-data.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { startService } from './service.ts'

let service: TestService
let operations: string

beforeAll(async () => {
  service = await startTestService({ config: { operationsPort: 0 } })
  operations = service.service.operationsAddress ?? ''
})
afterAll(() => service.close())

const OPERATORS_ONLY = ['/metrics', '/docs', '/openapi.json']

test.each(OPERATORS_ONLY)('%s is not there for the public, and there on the operations port', async (path) => {
  const inPublic = await service.request(path, { token: null })
  expect(inPublic.status).toBe(404)
  expect(errorEnvelopeSchema.parse(inPublic.json).error.status).toBe(404)
  expect((await fetch(new URL(path, operations))).status).toBe(200)
})

test('the operations port answers nothing of the API, with the same guards', async () => {
  for (const [method, path] of [
    ['POST', '/payments/v2/intent'],
    ['POST', '/auth/v1/oauth2/token'],
    ['GET', '/dashboard'],
  ]) {
    const answer = await fetch(new URL(path ?? '', operations), { method: method ?? '' })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(errorEnvelopeSchema.parse(await answer.json()).error.status).toBe(404)
  }
})

test('both say whether the process is ready', async () => {
  expect((await service.request('/readyz', { token: null })).status).toBe(200)
  expect((await fetch(new URL('/readyz', operations))).status).toBe(200)
})

test('a stop closes both, whoever holds a connection of the operations port open', async () => {
  const data = await createServiceData()
  const config = { ...testConfig, database: readConfig(data.env).database, operationsPort: 0 }
  const log = createLogger('silent')
  const stopping = await startService(config, { log, widget: null, dashboard: null, drainMs: 10 })
  const { port } = new URL(stopping.operationsAddress ?? '')
  const socket = connect(Number(port), '127.0.0.1')
  const told: Buffer[] = []
  socket.on('data', (bytes: Buffer) => void told.push(bytes))
  const text = () => Buffer.concat(told).toString()
  const closed = new Promise((resolve) => socket.once('close', resolve).on('error', () => undefined))
  socket.write('GET /readyz HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 10\r\n\r\nhalf')
  await expect.poll(text).toContain('200 OK')
  await stopping.stop()
  await closed
  // Nor was it waited for until its time was over, of which it would be told.
  expect(text().match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  await expect(fetch(new URL('/readyz', stopping.operationsAddress ?? ''))).rejects.toThrow('fetch failed')
  await data.remove()
})
