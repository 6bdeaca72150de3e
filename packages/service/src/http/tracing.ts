import { createRequire } from 'node:module'
import type * as Api from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const NAME = '@coinslot/service'

export type Telemetry = typeof Api

/** `@opentelemetry/api` where the host has installed it, else null: required, as importing an older one reads its fifty files. */
export const loadTelemetry = (): Telemetry | null => {
  try {
    return createRequire(import.meta.url)('@opentelemetry/api') as Telemetry
  } catch {
    return null
  }
}

/** Whether somebody has said where spans go; until then there is none to make. */
const isTraced = ({ trace, ProxyTracerProvider }: Telemetry): boolean => {
  const provider = trace.getTracerProvider()
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined
}

/** A span for each request of an operation, under the caller's own where its headers tell of one. */
export const registerTracing = (app: FastifyInstance, api: Telemetry | null): void => {
  if (api === null) return
  const spans = new WeakMap<FastifyRequest, Api.Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const operation = isTraced(api) ? request.routeOptions.config.operation : undefined
    if (operation !== undefined) {
      const parent = api.propagation.extract(api.context.active(), request.headers)
      // Not kept: who says where spans go may have another copy of the API, and tracers from before know nothing of it.
      const span = api.trace.getTracer(NAME).startSpan(operation, { kind: api.SpanKind.SERVER }, parent)
      if (span.isRecording()) spans.set(request, span.setAttributes(attributesOf(request, operation)))
    }
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: api.SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

const attributesOf = (request: FastifyRequest, operation: string): Api.Attributes => ({
  'http.request.method': request.method,
  'http.route': request.routeOptions.url ?? '',
  'coinslot.operation': operation,
  'coinslot.request_id': request.id,
})
