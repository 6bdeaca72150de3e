import { errorEnvelopeSchema } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'

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
