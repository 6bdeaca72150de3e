import { importOptional } from './import-optional.ts'

/** The part of an OpenTelemetry span that is used. */
interface SpanLike {
  setAttribute(key: string, value: string | number): unknown
  setStatus(status: { code: number }): unknown
  end(): void
}

interface TracerLike {
  startActiveSpan<R>(
    name: string,
    options: { kind: number; attributes: Record<string, string | number> },
    run: (span: SpanLike) => R,
  ): R
}

/** The `@opentelemetry/api` module, as an option. */
export type Telemetry = Readonly<Record<'context' | 'propagation' | 'trace', object>>

/** The part of the module that is used. @internal */
export interface TelemetryApi {
  readonly trace: { getTracer(name: string, version?: string): TracerLike }
  readonly context: { active(): unknown }
  readonly propagation: { inject(context: never, carrier: Record<string, string>): void }
}

const CLIENT_KIND = 2
const ERROR_STATUS = 2

let installed: Promise<TelemetryApi | undefined> | undefined

/** The API package where it is installed; looked for once. @internal */
export const installedTelemetry = (): Promise<TelemetryApi | undefined> =>
  (installed ??= importOptional('@opentelemetry/api').catch(() => undefined) as Promise<TelemetryApi | undefined>)

/** What a span tells of a call. @internal */
export interface SpanResult {
  readonly status: number | undefined
  readonly attempts: number
  readonly errorCode: string | undefined
}

/** @internal */
export interface SpanStart {
  readonly method: string
  /** The route template: the span's name, together with the method. */
  readonly path: string
  readonly serverAddress: string
}

/** Runs a call in a client span named by its route; `run` gets the headers that carry the trace on, and says how it went. @internal */
export const inSpan = <T>(
  api: TelemetryApi | undefined,
  version: string,
  { method, path, serverAddress }: SpanStart,
  run: (headers: Record<string, string>, report: (result: SpanResult) => void) => Promise<T>,
): Promise<T> => {
  if (api === undefined) return run({}, () => {})
  const attributes = { 'http.request.method': method, 'url.template': path, 'server.address': serverAddress }
  // Got for each call: one from before an SDK was registered may be of another copy of the API, and stays silent.
  const tracer = api.trace.getTracer('@coinslot/node', version)
  return tracer.startActiveSpan(`${method} ${path}`, { kind: CLIENT_KIND, attributes }, async (span) => {
    const headers: Record<string, string> = {}
    api.propagation.inject(api.context.active() as never, headers)
    try {
      return await run(headers, ({ attempts, errorCode, status }) => {
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (attempts > 1) span.setAttribute('http.request.resend_count', attempts - 1)
        if (errorCode === undefined) return
        span.setAttribute('error.type', errorCode)
        span.setStatus({ code: ERROR_STATUS })
      })
    } finally {
      span.end()
    }
  })
}
