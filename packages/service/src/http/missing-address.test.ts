import { errorEnvelopeSchema } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { PLAIN_PAGE_POLICY } from './plain-page.ts'

let service: TestService
let operations: string
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, config: { dashboard: true, operationsPort: 0 } })
  operations = service.service.operationsAddress ?? ''
})
afterAll(() => service.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de-AT,de;q=0.9' }
const open = (path: string, headers: Record<string, string> = BROWSER, at?: string) =>
  service.request(path, { token: null, headers, ...(at === undefined ? {} : { at }) })

test.each([
  ['/', 200, 'Coinslot'],
  ['/?utm_source=mail', 200, 'Coinslot'],
  ['/nowhere', 404, 'Unter dieser Adresse gibt es nichts'],
  ['/nowhere/at%20all?a=b', 404, 'Unter dieser Adresse gibt es nichts'],
])('a person who opens %s is told in their language what this is, and where to go', async (path, status, title) => {
  const page = await open(path)
  expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toBe(PLAIN_PAGE_POLICY)
  expect(page.headers.get('vary')).toBe('accept, accept-language')
  expect(page.text).toContain('<html lang="de" dir="ltr">')
  expect(page.text).toContain(`<h1>${title}</h1>`)
  expect(page.text).toContain('zurück zum Shop')
  expect(page.text).toContain('<a href="/dashboard">Dashboard</a>')
})

test('nobody is sent to what is not there', async () => {
  expect((await open('/')).text).not.toContain('/docs')
  const page = (await open('/', BROWSER, operations)).text
  expect(page).toContain('<a href="/docs">API-Referenz</a>')
  expect(page).not.toContain('/dashboard')
})

test.each([
  ['/', { accept: '*/*' }],
  ['/nowhere', { accept: 'application/json' }],
  ['/nowhere', {}],
])('a program that asks for %s gets the envelope', async (path, headers) => {
  const { status, json } = await open(path, headers)
  expect(status).toBe(404)
  expect(errorEnvelopeSchema.parse(json).error.status).toBe(404)
})

test('a backend whose HTTP client accepts HTML by itself, as Java’s does, gets the envelope', async () => {
  const headers = { accept: 'text/html, image/gif, image/jpeg, */*; q=0.2' }
  const { status, json } = await service.request('/payments/v2/intents', { headers })
  expect(status).toBe(404)
  expect(errorEnvelopeSchema.parse(json).error.status).toBe(404)
})

test.each([
  ['/', 200],
  ['/nowhere', 404],
])('HEAD of %s is as GET, without its page', async (path, status) => {
  const page = await service.request(path, { method: 'HEAD', token: null, headers: BROWSER })
  expect([page.status, page.headers.get('content-type'), page.text]).toEqual([status, 'text/html; charset=utf-8', ''])
})

test('what is sent to an address of nothing, or by a wrong method, is answered as before', async () => {
  const sent = await service.request('/nowhere', { method: 'POST', token: null, headers: BROWSER, body: {} })
  expect([sent.status, sent.json?.error?.status]).toEqual([404, 404])
  const read = await open('/payments/v2/intent')
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
})
