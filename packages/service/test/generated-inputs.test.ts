import { errorEnvelopeSchema, operations, type Operation, type OperationId } from '@coinslot/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutate, mutation } from './generated-values.ts'
import { startTestService, type TestService } from './harness.ts'

/** On each of the databases: a whole run sends twice as many, by two seeds. */
const INPUTS = 10_000
const BATCH = 16
const ANSWER_WITHIN_MS = 20_000

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const ID = '00000000-0000-4000-8000-000000000000'
/** A body of each operation that its schema takes. */
const BODIES: Partial<Record<OperationId, unknown>> = {
  issueToken: { client_id: 'client', client_secret: 'secret' },
  createIntent: {
    transaction_type: 'BUY_VDA',
    buyer: { id: 'player', email: 'ada@example.com', wallet: { address: '0x1', blockchain: 'ethereum' } },
    currency: 'EUR',
    idempotency_key: 'key',
    items: [
      { id: 'gold', title: 'Gold', description: 'A lot', amount: '9.99', image_url: 'https://shop.example/a.png' },
    ],
    reference: 'order-7',
  },
  getStatuses: { payment_intent_ids: [ID] },
  startKyc: {
    action: { level: 1, type: 'OCC_RULES_ENGINE' },
    customer: { external_id: 'player', wallet: { address: '0x1', blockchain: 'ethereum' } },
  },
  createSubscription: { endpoint: 'https://shop.example/hook', description: 'Shop', status: 'disabled' },
  updateSubscription: { endpoint: 'https://shop.example/hook', description: 'Shop' },
}
BODIES.createRedirectIntent = BODIES.createIntent

const request = fc.record({
  id: fc.constantFrom(...(Object.keys(operations) as OperationId[])),
  mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  segment: fc.oneof(fc.constant(ID), fc.uuid(), fc.string({ maxLength: 40 }).map(encodeURIComponent)),
  query: fc.oneof(
    fc.constant(''),
    fc.webQueryParameters(),
    fc.constantFrom('limit=0', 'limit=x', 'since=now', 'cursor=%00'),
  ),
  key: fc.integer({ min: 0, max: 500 }),
  malformed: fc.integer({ min: 0, max: 30 }).map((chance) => chance === 0),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
  ),
})
type GeneratedRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

const isEnvelope = (text: string, statusCode: number): boolean => {
  if (statusCode === 204) return text === ''
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null) return false
  if (statusCode < 400) return 'data' in body && !('error' in body)
  return errorEnvelopeSchema.safeParse(body).success && !('data' in body)
}

const send = async ({ id, mutations, segment, query, key, malformed, contentType }: GeneratedRequest) => {
  const operation: Operation = operations[id]
  const base = structuredClone(BODIES[id])
  if (typeof base === 'object' && base !== null && 'idempotency_key' in base) base.idempotency_key = `generated-${key}`
  const json = operation.body === undefined ? undefined : JSON.stringify(mutations.reduce(mutate, base))
  const payload = malformed && json !== undefined ? json.slice(0, -1) : json
  const answer = await service.service.app.inject({
    method: operation.method,
    url: `${operation.path.replaceAll(/\{\w+\}/g, segment)}${query === '' ? '' : `?${query}`}`,
    headers: {
      authorization: `Bearer ${service.merchant.token}`,
      ...(payload === undefined ? {} : { 'content-type': contentType }),
    },
    ...(payload === undefined ? {} : { payload }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  return {
    status: answer.statusCode,
    text: answer.payload,
    sent: `${operation.method} ${operation.path} ${payload ?? ''}`,
  }
}

test(`${INPUTS} generated inputs: no 5xx, no answer without the envelope, no hang, no row half-written`, async () => {
  const created = new Set<string>()
  const wrong: unknown[] = []
  await fc
    .assert(
      fc.asyncProperty(fc.array(request, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        for (const answer of await Promise.all(batch.map(send))) {
          // A test webhook to an address that is not there is the one 5xx that is asked for.
          const refusedDelivery = answer.status === 502
          if ((answer.status >= 500 && !refusedDelivery) || !isEnvelope(answer.text, answer.status)) wrong.push(answer)
          const id = /"payment_intent_id":"([^"]+)"/.exec(answer.status === 201 ? answer.text : '')?.[1]
          if (id !== undefined) created.add(id)
        }
        return wrong.length === 0
      }),
      { numRuns: INPUTS / BATCH, endOnFailure: true },
    )
    .catch((error: unknown) => {
      throw new Error(JSON.stringify(wrong[0]), { cause: error })
    })
  const rows = await service.deps.db
    .selectFrom('payment_intents')
    .select(['id', 'status', 'mode'])
    .where('status', '=', 'Created')
    .where('mode', '=', 'widget')
    .execute()
  expect(created).not.toEqual(new Set())
  expect(new Set(rows.map(({ id }) => id))).toEqual(created)
}, 240_000)
