import type { FastifyBaseLogger } from 'fastify'
import type { AccessTokens } from './auth/access-tokens.ts'
import type { ClientDirectory } from './auth/client-directory.ts'
import type { Secrets } from './platform/secrets.ts'
import type { SigningKeys } from './auth/signing-keys.ts'
import type { CardProcessor } from './cards/processor.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './db/database.ts'
import type { Metrics } from './http/metrics.ts'
import type { ApiLimits } from './http/rate-limit.ts'
import type { Telemetry } from './http/tracing.ts'
import type { WidgetBundle } from './widget/bundle.ts'
import type { KycServices } from './kyc/provider.ts'

export type Logger = FastifyBaseLogger

/** What every area of the service is given; made once by `createService`. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly db: Database
  readonly log: Logger
  readonly secrets: Secrets
  readonly clients: ClientDirectory
  readonly keys: SigningKeys
  readonly tokens: AccessTokens
  readonly metrics: Metrics
  /** Null where `@opentelemetry/api` is not installed. */
  readonly telemetry: Telemetry | null
  readonly limits: ApiLimits
  /** Null where the widget has not been built: the manifest is then a 404. */
  readonly widget: WidgetBundle | null
  /** Who charges cards; null where nobody is configured, as only production mode allows. */
  readonly processor: CardProcessor | null
  /** Who verifies identities; null where nobody is configured, as only production mode allows. */
  readonly kyc: KycServices | null
  /** Called after a commit that recorded events, so that their delivery starts at once; never fails. */
  wakeDeliveries(): void
  /** Told of every `wakeDeliveries`; the answer ends it. */
  onWakeDeliveries(listener: () => void): () => void
}

/** Work beside requests, such as deliveries and expiry. */
export interface BackgroundJob {
  start(): Promise<void>
  /** Finishes or gives back what is under way, within a few seconds. */
  stop(): Promise<void>
}
