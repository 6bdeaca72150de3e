import { once } from 'node:events'
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { CHECKOUT_PATHS, errorEnvelopeSchema, operations } from '@coinslot/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadWidget } from '../src/widget/bundle.ts'
import { visitDashboard } from './dashboard-session.ts'
import { type FuzzWorld, makeWorld } from './fuzz-world.ts'
import { mutate, mutation, nasty } from './generated-values.ts'
import { startTestService, type TestService } from './harness.ts'
import { listRoutes } from './route-list.ts'
import { writeWidgetBuild } from './widget-build.ts'

/** COINSLOT_FUZZ_REQUESTS=20000 sends as many; `npm test` sends a few, which are others each time. */
const REQUESTS = Number(process.env['COINSLOT_FUZZ_REQUESTS'] ?? 320)
/** COINSLOT_FUZZ_SEED sends the same again; a failure names it. */
const SEED = Number(process.env['COINSLOT_FUZZ_SEED'] ?? Date.now() % 2_147_483_647)
const SHOWN = 12
const BATCH = 16
const BATCHES_PER_WORLD = 10
const ANSWER_WITHIN_MS = 20_000
/** Sessions and clients may ask again. */
const MINUTE_MS = 60_000
const MAX_ANSWER_BYTES = 8_000_000

let service: TestService
let world: FuzzWorld
const agent = new Agent({ keepAlive: true })
beforeAll(async () => {
  const build = await writeWidgetBuild()
  service = await startTestService({ widget: await loadWidget(build.folder) })
  await build.remove()
})
afterAll(async () => {
  agent.destroy()
  await service.close()
})

/** What handlers look for in bodies and queries, most of it as it should be. */
const FIELDS: Readonly<Record<string, unknown>> = {
  amount_max: '100.00',
  amount_min: '0.01',
  attempt_key: '00000000-0000-4000-8000-000000000001',
  body: { transaction_type: 'BUY_VDA' },
  card: {
    number: '4111111111111111',
    expiry_month: 12,
    expiry_year: 2030,
    security_code: '123',
    name: 'Ada Lovelace',
  },
  challenge_id: '00000000-0000-4000-8000-000000000002',
  city: 'Berlin',
  client: 'client',
  client_id: 'client',
  code: '947293',
  compliance: true,
  country: 'DE',
  cursor: 'MjAyNi0wMS0wMSAwMA',
  days: 30,
  description: 'Shop',
  display_name: 'Shop',
  email: 'ada@example.com',
  endpoint: 'https://shop.invalid/hook',
  event_type: 'payment_approved',
  event_types: ['payment_approved'],
  from: '2026-01-01T00:00:00Z',
  full_name: 'Ada Lovelace',
  intent_id: '00000000-0000-4000-8000-000000000003',
  kyc_threshold: '50.00',
  limit: 10,
  merchant: '00000000-0000-4000-8000-000000000004',
  method: 'GET',
  operation: 'createIntent',
  origins: ['https://shop.example'],
  params: { id: '00000000-0000-4000-8000-000000000005' },
  path: '/payments/v2/intent',
  payments: true,
  phone: '+15555550123',
  postal_code: '10115',
  query: 'ada',
  redirect_token: 'x',
  request_id: 'x',
  return_url: 'https://shop.example/',
  search: 'ada',
  since: '2026-01-01T00:00:00Z',
  status: 'enabled',
  street: 'Street 1',
  to: '2026-12-01T00:00:00Z',
  token: 'x',
  type: 'payment_approved',
  until: '2026-12-01T00:00:00Z',
  value: 'ada@example.com',
}
const TIMES = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-29T00:00:00Z']

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.nat().map((at) => ({ id: at })) },
  fc.constantFrom(
    '%00',
    '%',
    '%2F',
    '..',
    '%2e%2e',
    '%F0%9F%92%B0',
    '%ff',
    'x'.repeat(201),
    '__proto__',
    '-1',
    'selfie',
  ),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text)),
  fc.uuid(),
)
const queryValue = fc.oneof(
  fc.constantFrom(...TIMES, '%00', '%', '', '-1', '1e99', '9'.repeat(40), '%ff', 'null'),
  fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text)),
  fc.constantFrom('a', 'b').map(() => null),
)
const header = fc.constantFrom<[string, string][]>(
  ['accept', 'text/html'],
  ['accept', 'text/html;q=x,*/*;q='],
  ['accept-encoding', 'br;q=0, *;q=\u00ff'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer v1.pay.${'x'.repeat(4_000)}`],
  ['authorization', 'Bearer e30.e30.e30'],
  ['authorization', 'Basic \u00ff\u00fe'],
  ['cookie', 'coinslot_pay=%00; =; ;;coinslot_dashboard='],
  ['cookie', `coinslot_pay=${'='.repeat(3_000)}`],
  ['content-encoding', 'gzip'],
  ['expect', '200-maybe'],
  ['if-none-match', '*, "x", W/'],
  ['if-modified-since', 'tomorrow'],
  ['range', 'bytes=5-1'],
  ['host', 'evil.example'],
  ['origin', 'null'],
  ['last-event-id', '\u00ff'],
  ['traceparent', '00-x-y-01'],
  ['x-forwarded-for', '\u00ff, ::1, 999.1.1.1'],
  ['x-request-id', "';\u00e9 x"],
  ['x-sandbox-country', '\u00e9\u00e9'],
  ['x-http-method-override', 'DELETE'],
)
const body = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ fields: fc.subarray(Object.keys(FIELDS)), changes: fc.array(mutation, { maxLength: 2 }) }),
  },
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"\\ud800"',
    '\u0000',
    '{"__proto__":{"a":1}}',
    '['.repeat(3_000),
    'a=b&creq=%00',
  ),
  nasty.map((value) => JSON.stringify(value) ?? ''),
)
const generated = fc.record({
  route: fc.nat(),
  method: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'),
  ),
  caller: fc.nat(),
  segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
  query: fc.array(fc.tuple(fc.constantFrom(...Object.keys(FIELDS)), queryValue), { maxLength: 3 }),
  headers: fc.array(header, { maxLength: 2 }),
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    fc.constantFrom(
      'application/x-www-form-urlencoded',
      'text/plain',
      'image/png',
      'application/json; charset=latin1',
      ';',
      '',
    ),
  ),
  body,
})
type Generated = typeof generated extends fc.Arbitrary<infer T> ? T : never

/** Who is let in at an address; now and then somebody else. */
const callerFor = (url: string, at: number): keyof FuzzWorld['callers'] => {
  const everybody = Object.keys(world.callers) as (keyof FuzzWorld['callers'])[]
  if (at % 5 === 0) return everybody[at % everybody.length] ?? 'nobody'
  if (url.startsWith('/pay/')) return 'hosted'
  if (url.startsWith('/checkout/')) return at % 2 === 0 ? 'widget' : 'kyc'
  if (url.startsWith('/dashboard')) return at % 2 === 0 ? 'developer' : 'operator'
  return 'merchant'
}

const writeBody = ({ body: given }: Generated): string => {
  if (typeof given === 'string') return given
  const plain = Object.fromEntries(given.fields.map((name) => [name, FIELDS[name]]))
  return JSON.stringify(given.changes.reduce<unknown>(mutate, plain)) ?? ''
}

const pathOf = (url: string, { segments, query }: Generated): string => {
  let at = 0
  const path = url.replaceAll(/:\w+|\*/g, () => {
    const given = segments[at++ % segments.length] ?? ''
    return typeof given === 'string' ? given : (world.ids[given.id % world.ids.length] ?? '')
  })
  const search = query.map(([name, value]) => `${name}=${value ?? encodeURIComponent(String(FIELDS[name]))}`).join('&')
  return search === '' ? path : `${path}?${search}`
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly sent: string
}

/** Reads an answer; of one that never ends, its beginning. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  if (response.headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy()
    return ''
  }
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MAX_ANSWER_BYTES) throw new Error('the answer does not end')
  }
  return text
}

const send = async (routes: ReturnType<typeof listRoutes>, given: Generated): Promise<Answer> => {
  const route = routes[given.route % routes.length] ?? { method: 'GET', url: '/' }
  const method = given.method ?? route.method
  const payload = method === 'GET' || method === 'HEAD' || method === 'TRACE' ? '' : writeBody(given)
  const path = pathOf(route.url, given)
  const request = httpRequest(new URL(service.baseUrl), {
    agent,
    method,
    path,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    headers: {
      ...world.callers[callerFor(route.url, given.caller)],
      ...(payload === '' ? {} : { 'content-type': given.type, 'content-length': Buffer.byteLength(payload) }),
      ...Object.fromEntries(given.headers),
    },
  })
  const sent = `${method} ${path} ${JSON.stringify(given.headers)} ${given.type} ${payload}`
  try {
    request.end(payload)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const text = await readAnswer(response)
    return { status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text, sent }
  } catch (error) {
    return { status: 0, type: '', text: String(error), sent }
  }
}

const WITHOUT_ENVELOPE = /^(GET|HEAD) \/(openapi\.json|\.well-known\/jwks\.json)/
/** A test webhook to an address that is not there, and the pages of a dashboard that is not built, are 5xx that were asked for. */
const isAskedFor = ({ status, sent, text }: Answer): boolean =>
  (status === 502 && /^POST \S*\/test[? ]/.test(sent)) || (status === 503 && text.includes('has not been built'))

const hasEnvelope = ({ status, type, text, sent }: Answer): boolean => {
  if (text === '') return status === 204 || status === 303 || status === 304 || sent.startsWith('HEAD ') || status < 300
  if (status < 400 && (!type.startsWith('application/json') || WITHOUT_ENVELOPE.test(sent))) return true
  if (status >= 400 && type.startsWith('text/html')) return /text\/html/.test(sent)
  const answered: unknown = JSON.parse(text)
  if (status >= 400) return errorEnvelopeSchema.safeParse(answered).success
  return typeof answered === 'object' && answered !== null && 'data' in answered && !('error' in answered)
}

describe('the attack of requests that nobody foresaw', () => {
  test('reaches every route of the contract and of the checkout page', () => {
    const urls = listRoutes(service.service.app).map(({ method, url }) => `${method} ${url}`)
    for (const { method, path } of Object.values(operations)) {
      expect(urls).toContain(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    }
    expect(urls).toContain(`POST /checkout/v1${CHECKOUT_PATHS.pay}`)
    expect(urls).toContain(`PUT /pay/:id${CHECKOUT_PATHS.upload}/:kind`)
    expect(urls.length).toBeGreaterThan(100)
  })

  test.each([
    ['/checkout/frame/%00', 404],
    ['/checkout/assets/a%00', 404],
    ['/pay/%00', 404],
    ['/dashboard/%ff', 400],
    ['/healthz?x=%00', 400],
  ])('%s is the caller’s error: %i', async (path, status) =>
    expect((await service.request(path)).json?.error).toMatchObject({ status }),
  )

  test('a URL with NUL in it, of a picture or an endpoint, is the caller’s error, and so is NUL in a client’s id', async () => {
    const url = 'https://shop.example/a\0b'
    const item = { id: 'gold', title: 'Gold', amount: '9.99', image_url: url }
    const intent = {
      transaction_type: 'BUY_VDA',
      buyer: { email: 'ada@example.com' },
      currency: 'USD',
      idempotency_key: 'nul',
      items: [item],
    }
    const refused = { status: 400, message: expect.stringContaining('must not contain the NUL character') }
    const { token } = await service.createMerchant()
    const subscription = { endpoint: url }
    expect((await service.post('/payments/v2/intent', intent, { token })).json?.error).toMatchObject(refused)
    expect((await service.post('/notifications/v1/subscriptions', subscription, { token })).json?.error).toMatchObject(
      refused,
    )
    const operator = await visitDashboard(service, null)
    const call = await operator.act('callOperation', { operation: 'getManifest', client_id: 'a\0b' })
    expect(call.json?.error).toMatchObject(refused)
  })

  test('a replay since the year 0 is the caller’s error', async () => {
    const { ids, callers } = await makeWorld(service)
    const id = ids.at(-1) ?? ''
    const headers = { ...callers.merchant }
    const replay = (since: string) =>
      service.post(`/notifications/v1/subscriptions/${id}/replay?since=${since}`, undefined, { token: null, headers })
    expect((await replay('0000-01-01T00:00:00Z')).json?.error).toMatchObject({
      status: 400,
      message: 'since: must be an RFC 3339 timestamp in UTC',
    })
    expect((await replay('0001-01-01T00:00:00Z')).status).toBe(200)
  })

  test(
    `${REQUESTS} requests over every route, path, query, header and body: no 5xx, no hang, no answer without the envelope`,
    async () => {
      const routes = listRoutes(service.service.app)
      const statuses: Record<number, number> = {}
      const wrong: Answer[] = []
      const requests = fc.sample(generated, { numRuns: REQUESTS, seed: SEED })
      for (let at = 0; at < requests.length; at += BATCH) {
        if (at % (BATCH * BATCHES_PER_WORLD) === 0) world = await makeWorld(service)
        service.clock.advance(MINUTE_MS)
        for (const answer of await Promise.all(requests.slice(at, at + BATCH).map((each) => send(routes, each)))) {
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          const failed = answer.status === 0 || (answer.status >= 500 && !isAskedFor(answer))
          if (failed || !hasEnvelope(answer)) wrong.push(answer)
        }
      }
      expect(wrong.slice(0, SHOWN), `seed ${SEED}, ${wrong.length} of ${JSON.stringify(statuses)}`).toEqual([])
      expect(statuses[200]).toBeGreaterThan(0)
    },
    60_000 + REQUESTS * 50,
  )
})
