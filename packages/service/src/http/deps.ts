import type { Platform } from '../platform/platform.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import type { Telemetry } from './tracing.ts'

export interface HttpDeps extends Platform {
  readonly metrics: Metrics
  readonly readiness: Readiness
  /** Null where `@opentelemetry/api` is not installed. */
  readonly telemetry: Telemetry | null
}
