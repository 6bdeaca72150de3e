import { randomUUID } from 'node:crypto'
import {
  COMMON_ERRORS,
  errorNumber,
  operations,
  type Operation,
  OUTCOME_ERRORS,
  REASONS,
  REQUEST_ERRORS,
  type RequestErrorCode,
} from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headerComponents } from '../src/reference/answer-headers.ts'
import { EXAMPLES } from '../src/reference/examples/index.ts'
import { openApiDocument } from '../src/reference/openapi.ts'
import { isTwofold, startTestService, type TestMerchant, type TestRequest, type TestService } from './harness.ts'
import { ADDED_OPERATIONS, SPECIFIED_OPERATIONS, SPECIFIED_OUTCOMES, SPECIFIED_REQUEST_CODES } from './specification.ts'

const all = Object.entries<Operation>(operations)
const { paths } = openApiDocument('http://localhost') as {
  paths: Record<string, Record<string, { responses: Record<string, { headers: Record<string, unknown> }> }>>
}
/** The headers by which an answer says something to its caller. */
const SAYING = Object.keys(headerComponents())
const responsesOf = ({ method, path }: Operation) => paths[path]?.[method.toLowerCase()]?.responses ?? {}
const routeOf = ({ method, path }: Operation): string => `${method} ${path}`

describe('the contract and the specification name the same (service.md, "Endpoints", "Errors")', () => {
  test.each(Object.entries(SPECIFIED_OPERATIONS))('%s', (id, specified) => {
    const operation = all.find(([name]) => name === id)?.[1]
    expect(operation && routeOf(operation)).toBe(specified.route)
    expect(Object.keys(operation?.success ?? {}).map(Number)).toEqual(specified.success)
    expect(operation?.errors).toEqual(expect.arrayContaining([...specified.errors]))
    const allowed = [...specified.errors, ...COMMON_ERRORS]
    expect(operation?.errors.filter((status) => !allowed.includes(status))).toEqual([])
  })

  test('no operation is in the contract alone', () => {
    const specified = [...Object.values(SPECIFIED_OPERATIONS).map(({ route }) => route), ...ADDED_OPERATIONS]
    expect(all.map(([, operation]) => routeOf(operation)).toSorted()).toEqual(specified.toSorted())
  })

  test('the plural token path is an alias (decisions.md §2)', () => {
    expect(operations.issueToken.aliases).toEqual(['/auth/v1/oauth2/tokens'])
  })

  test('business codes (service.md, "Business error codes"; decisions.md §3)', () => {
    expect(Object.keys(OUTCOME_ERRORS)).toEqual(SPECIFIED_OUTCOMES)
    const numbers = Object.keys(REQUEST_ERRORS).map((code) => [code, errorNumber(code as RequestErrorCode)])
    expect(Object.fromEntries(numbers)).toEqual(SPECIFIED_REQUEST_CODES)
  })

  test('every error an operation declares has a reason phrase', () => {
    const statuses = all.flatMap(([, { errors }]) => errors)
    expect(statuses.filter((status) => !(status in REASONS))).toEqual([])
  })
})

describe('the service serves exactly the contract (decisions.md §9)', () => {
  let service: TestService
  let powerless: TestMerchant

  beforeAll(async () => {
    service = await startTestService()
    powerless = await service.createMerchant({ permissions: [] })
  })
  afterAll(() => service.close())

  test.each(all.map(([id, operation]) => [id, operation] as const))(
    '%s has a route and a document',
    (_id, operation) => {
      const { method, path, aliases = [] } = operation
      for (const each of [path, ...aliases]) {
        expect(service.service.app.hasRoute({ method, url: each.replaceAll(/\{(\w+)\}/g, ':$1') })).toBe(true)
        expect(paths[each]?.[method.toLowerCase()]).toBeDefined()
      }
    },
  )

  test.each(all)(
    '%s answers what is no request of it with nothing that its document does not tell',
    async (_id, operation) => {
      const { method, path } = operation
      const told = responsesOf(operation)
      const unknown = path.replaceAll(/\{\w+\}/g, randomUUID())
      const body = method === 'GET' ? {} : { body: '{' }
      const answers = await Promise.all([
        service.request(unknown, { method, token: null }),
        service.request(unknown, { method, ...body }),
        service.request(unknown, { method, ...body, headers: { 'content-type': 'text/plain' } }),
        service.request(unknown, { method: 'PUT' }),
        service.request(unknown, { method, token: powerless.token }),
        service.request(unknown, { method, headers: { 'if-none-match': '*' } }),
        service.request(path.replaceAll(/\{\w+\}/g, 'x'.repeat(201)), { method }),
        service.request(unknown, { method, headers: { 'x-long': 'x'.repeat(20_000) } }),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => !(status in told))).toEqual([])
      for (const { status, headers } of answers) {
        const given = SAYING.filter((name) => headers.has(name))
        expect([status, given.toSorted()]).toEqual([status, Object.keys(told[status]?.headers ?? {}).toSorted()])
      }
    },
  )

  test.skipIf(isTwofold)(
    'what it answers by headers is in its document: an intent that is repeated, a manifest that is known, too many requests',
    async () => {
      const { issueToken, createIntent, getManifest } = operations
      const strict = await startTestService({ config: { requestsPerMinute: 4 } })
      const { clientId: client_id, clientSecret: client_secret } = strict.merchant
      const intent = { method: 'POST', body: EXAMPLES.createIntent.requests?.['email']?.value }
      const issued = { method: 'POST', token: null, body: { client_id, client_secret } }
      const given = async (operation: Operation, request?: TestRequest) => {
        const { status, headers } = await strict.request(operation.path, request)
        const told = Object.keys(responsesOf(operation)[status]?.headers ?? {})
        const saying = SAYING.filter((name) => headers.has(name))
        return { status, etag: headers.get('etag'), saying, untold: saying.filter((name) => !told.includes(name)) }
      }
      const token = await given(issueToken, issued)
      const first = await given(createIntent, intent)
      const repeated = await given(createIntent, intent)
      const manifest = await given(getManifest)
      const known = await given(getManifest, { headers: { 'if-none-match': String(manifest.etag) } })
      const tooMany = await given(getManifest)
      await strict.close()
      const answers = [token, first, repeated, manifest, known, tooMany]
      expect(answers.map(({ status, untold }) => [status, untold])).toEqual(
        [201, 201, 201, 200, 304, 429].map((status) => [status, []]),
      )
      const counted = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']
      expect(answers.map(({ saying }) => saying)).toEqual([
        ['x-request-id'],
        counted,
        [...counted, 'idempotent-replayed'],
        [...counted, 'etag'],
        [...counted, 'etag'],
        [...counted, 'retry-after'],
      ])
    },
  )

  test('GET /healthz, /readyz, /metrics, /openapi.json and /docs answer 200', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
      expect((await service.request(path, { token: null })).status).toBe(200)
    }
  })

  test('HEAD of /healthz and /readyz is answered as GET is, for monitors that ask by it', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, text } = await service.request(path, { method: 'HEAD', token: null })
      expect([status, text]).toEqual([200, ''])
    }
  })

  test('/metrics tells requests by operation, intents by outcome and the queue', async () => {
    const { text } = await service.request('/metrics')
    expect(text).toMatch(/coinslot_request_seconds_bucket\{[^}]*operation="issueToken"/)
    expect(text).toContain('coinslot_intents_total')
    expect(text).toMatch(/coinslot_queue_depth\{state="waiting"\} 0/)
  })

  test('/docs shows every operation', async () => {
    const { text } = await service.request('/docs')
    expect(all.filter(([, { path }]) => !text.includes(`<code>${path}</code>`))).toEqual([])
  })
})
