import { AccessTokens } from '../auth/access-tokens.ts'
import { ClientDirectory } from '../auth/client-directory.ts'
import { loadSecretKey } from '../platform/secret-key.ts'
import { createSecrets } from '../platform/secrets.ts'
import { SigningKeys } from '../auth/signing-keys.ts'
import type { CardProcessor } from '../cards/processor.ts'
import { createSandboxProcessor } from '../sandbox-bank/sandbox-processor.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import type { Deps, Logger } from '../deps.ts'
import { createMetrics } from '../http/metrics.ts'
import { createApiLimits } from '../http/rate-limit.ts'
import { loadTelemetry } from '../http/tracing.ts'
import type { KycServices } from '../kyc/provider.ts'
import { sandboxKyc } from '../kyc/sandbox-provider.ts'
import { createLogger } from '../platform/log.ts'
import { loadWidget, type WidgetBundle } from '../widget/bundle.ts'

/** What may stand in place of the default. */
export interface ServiceOverrides {
  readonly clock?: Clock
  readonly db?: Database
  readonly log?: Logger
  readonly widget?: WidgetBundle | null
  /** Default: the sandbox acquirer in sandbox mode, none in production. */
  readonly processor?: CardProcessor
  /** Default: the sandbox provider in sandbox mode, none in production. */
  readonly kyc?: KycServices
}

const wakeSignal = () => {
  const listeners = new Set<() => void>()
  return {
    wakeDeliveries: () => {
      for (const listener of listeners) listener()
    },
    onWakeDeliveries: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Opens everything the service works with, the schema brought up to date; neither listens nor starts jobs. */
export const createDeps = async (config: Config, overrides: ServiceOverrides = {}): Promise<Deps> => {
  const log = overrides.log ?? createLogger(config.logLevel)
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const db = overrides.db ?? (await openDatabase(config.database, onIdleError))
  try {
    await migrate(db)
    return await assemble(config, overrides, db, log)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

const assemble = async (config: Config, overrides: ServiceOverrides, db: Database, log: Logger): Promise<Deps> => {
  const clock = overrides.clock ?? systemClock
  const widget = overrides.widget === undefined ? await loadWidget() : overrides.widget
  if (widget === null && overrides.widget === undefined)
    log.warn('the widget is not built, so that nothing can be paid: build packages/widget')
  const secrets = createSecrets(await loadSecretKey(config))
  const clients = new ClientDirectory(db, clock)
  const keys = new SigningKeys(db, secrets, clock)
  const tokens = new AccessTokens(keys, clock, () => config.baseUrl)
  const isSandbox = config.mode === 'sandbox'
  const sandbox = () => createSandboxProcessor({ db, clock, secrets, baseUrl: () => config.baseUrl })
  return {
    config,
    clock,
    db,
    log,
    secrets,
    clients,
    keys,
    tokens,
    metrics: createMetrics(),
    telemetry: await loadTelemetry(),
    limits: createApiLimits(config.requestsPerMinute, clock),
    widget,
    processor: overrides.processor ?? (isSandbox ? sandbox() : null),
    kyc: overrides.kyc ?? (isSandbox ? sandboxKyc : null),
    ...wakeSignal(),
  }
}
