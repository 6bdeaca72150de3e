import {
  type Attributes,
  type AttributeValue,
  type Context,
  createContextKey,
  propagation,
  type Span,
  type SpanOptions,
  type SpanStatus,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { withoutTable } from '../../test/without-table.ts'

interface Recorded {
  readonly name: string
  readonly attributes: Record<string, AttributeValue | undefined>
  readonly parent: unknown
  status?: SpanStatus
  ended: boolean
}

const PARENT = createContextKey('the span of the caller')

const spans: Recorded[] = []

/** What an SDK registers: tracers whose spans are kept here. */
const recordingTracer = (): Tracer => {
  const startSpan = (name: string, _options?: SpanOptions, context?: Context): Span => {
    const recorded: Recorded = { name, attributes: {}, parent: context?.getValue(PARENT), ended: false }
    spans.push(recorded)
    const span = {
      isRecording: () => true,
      setAttribute: (key: string, value: AttributeValue) => {
        recorded.attributes[key] = value
        return span
      },
      setAttributes: (attributes: Attributes) => {
        Object.assign(recorded.attributes, attributes)
        return span
      },
      setStatus: (status: SpanStatus) => {
        recorded.status = status
        return span
      },
      end: () => void (recorded.ended = true),
    } as unknown as Span
    return span
  }
  return { startSpan } as unknown as Tracer
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterEach(() => {
  trace.disable()
  propagation.disable()
  spans.length = 0
})
afterAll(() => service.close())

const askStatuses = () =>
  service.post('/payments/v1/payments/statuses', { payment_intent_ids: ['00000000-0000-4000-8000-000000000000'] })

test('an operation is a span once somebody has said where spans go, also after the start', async () => {
  await askStatuses()
  expect(spans).toEqual([])
  trace.setGlobalTracerProvider({ getTracer: recordingTracer })
  const answer = await askStatuses()
  await expect.poll(() => spans[0]?.ended).toBe(true)
  expect(spans).toEqual([
    {
      name: 'getStatuses',
      ended: true,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/payments/v1/payments/statuses',
        'http.response.status_code': 404,
        'coinslot.operation': 'getStatuses',
        'coinslot.request_id': answer.headers.get('x-request-id'),
      },
    },
  ])
})

test('a span names the route, and nothing that stood in the address', async () => {
  trace.setGlobalTracerProvider({ getTracer: recordingTracer })
  await service.post('/notifications/v1/subscriptions/00000000-0000-4000-8000-000000000000/enable?key=private')
  await expect.poll(() => spans[0]?.ended).toBe(true)
  expect(spans[0]?.attributes).toMatchObject({ 'http.route': '/notifications/v1/subscriptions/:id/enable' })
  expect(JSON.stringify(spans)).not.toMatch(/0000-4000|private/)
})

test('a span is under that of the caller, and says of a failure of ours that it is one', async () => {
  trace.setGlobalTracerProvider({ getTracer: recordingTracer })
  propagation.setGlobalPropagator({
    inject: () => undefined,
    extract: (context, carrier: Record<string, string>) => context.setValue(PARENT, carrier['traceparent']),
    fields: () => ['traceparent'],
  })
  const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }
  await withoutTable(service.deps.db, 'webhook_subscriptions', async () => {
    await service.request('/notifications/v1/subscriptions', { headers })
  })
  await expect.poll(() => spans[0]?.ended).toBe(true)
  expect(spans[0]).toMatchObject({ parent: headers.traceparent, status: { code: SpanStatusCode.ERROR } })
})

test('what is no operation is no span', async () => {
  trace.setGlobalTracerProvider({ getTracer: recordingTracer })
  await service.request('/healthz')
  expect(spans).toEqual([])
})
