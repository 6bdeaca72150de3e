import { createRequire } from 'node:module'
import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clientOf, PURCHASE, rejectionOf } from '../test/fixtures.ts'
import { failure, INTENT_PATH, startStubService, SUBSCRIPTIONS_PATH } from '../test/stub-service.ts'
import type { Telemetry } from './telemetry.ts'

const exporter = new InMemorySpanExporter()
const sayWhereSpansGo = (): void => {
  const spanProcessors = [new SimpleSpanProcessor({ exporter })]
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }))
}
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  sayWhereSpansGo()
  propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    extract: (active) => active,
    inject: (active, carrier, setter) => {
      const span = trace.getSpanContext(active)
      if (span) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`)
    },
  })
})
afterEach(() => exporter.reset())
afterAll(() => {
  trace.disable()
  context.disable()
  propagation.disable()
})

describe('with the API package installed', () => {
  test('a call is a client span named by its route, within the caller’s, and its trace goes on to the service', async () => {
    await using service = await startStubService()
    service.next(INTENT_PATH, failure(503))
    const client = clientOf(service, { telemetry: undefined })
    await trace.getTracer('shop').startActiveSpan('checkout', async (parent) => {
      await client.intents.create(PURCHASE)
      parent.end()
    })
    const [span, parent] = exporter.getFinishedSpans()
    expect(span).toMatchObject({
      name: `POST ${INTENT_PATH}`,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'url.template': INTENT_PATH,
        'server.address': '127.0.0.1',
        'http.response.status_code': 201,
        'http.request.resend_count': 1,
      },
      parentSpanContext: { spanId: parent?.spanContext().spanId },
    })
    const { spanId, traceId } = span?.spanContext() ?? {}
    expect(service.to(INTENT_PATH)[0]?.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`)
  })

  test('a failure is marked by its code, and no id, secret or body is in the span', async () => {
    await using service = await startStubService()
    const id = '6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11'
    await rejectionOf(clientOf(service, { telemetry: undefined }).subscriptions.enable(id))
    const [span] = exporter.getFinishedSpans()
    expect(span).toMatchObject({
      name: `POST ${SUBSCRIPTIONS_PATH}/{id}/enable`,
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'not_found', 'http.response.status_code': 404 },
    })
    expect(Object.keys(span?.attributes ?? {})).not.toContain('http.request.resend_count')
    expect(JSON.stringify([span?.name, span?.attributes, span?.events])).not.toContain(id)
  })

  test('a client that called before somebody said where spans go is traced from then on, by whichever copy of the API', async () => {
    await using service = await startStubService()
    const telemetry = createRequire(import.meta.url)('@opentelemetry/api') as Telemetry
    expect(telemetry.trace).not.toBe(trace)
    const client = clientOf(service, { telemetry })
    trace.disable()
    await client.widget.manifest()
    sayWhereSpansGo()
    await client.intents.create(PURCHASE)
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual([`POST ${INTENT_PATH}`])
  })

  test('nothing is traced where the client says so', async () => {
    await using service = await startStubService()
    await clientOf(service, { telemetry: false }).widget.manifest()
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})
