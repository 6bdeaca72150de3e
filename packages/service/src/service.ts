import { AccessTokens } from './auth/access-tokens.ts'
import { ClientDirectory } from './auth/client-directory.ts'
import { loadSecretKey } from './auth/secret-key.ts'
import { createSecrets } from './auth/secrets.ts'
import { SigningKeys } from './auth/signing-keys.ts'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import type { CardProcessor } from './checkout/processor.ts'
import { createSandboxProcessor } from './checkout/sandbox-processor.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { BackgroundJob, Deps, Logger } from './deps.ts'
import { createMetrics } from './http/metrics.ts'
import { backgroundJobs } from './jobs/background-jobs.ts'
import type { KycServices } from './kyc/provider.ts'
import { sandboxKyc } from './kyc/sandbox-provider.ts'
import { createLogger } from './log.ts'
import { loadWidget, type WidgetBundle } from './widget/bundle.ts'

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

export interface Service {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** Address listened on, such as `http://127.0.0.1:4000`. */
  readonly address: string
  /** Refuses new connections, lets requests and jobs under way end, and closes the database. */
  stop(): Promise<void>
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

/** A configuration whose base URL names the port that was really given. */
const withBaseUrl = (config: Config, given: { port: number }): Config => ({
  ...config,
  get baseUrl() {
    return config.port === 0 ? config.baseUrl.replace(/:0$/, `:${given.port}`) : config.baseUrl
  },
})

/** Opens everything the service works with, the schema brought up to date; neither listens nor starts jobs. */
export const createDeps = async (config: Config, overrides: ServiceOverrides = {}): Promise<Deps> => {
  const clock = overrides.clock ?? systemClock
  const log = overrides.log ?? createLogger(config.logLevel)
  const widget = overrides.widget === undefined ? await loadWidget() : overrides.widget
  if (widget === null) log.warn('the widget is not built, so that nothing can be paid: build packages/widget')
  const secrets = createSecrets(await loadSecretKey(config))
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const db = overrides.db ?? (await openDatabase(config.database, onIdleError))
  await migrate(db)
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
    widget,
    processor: overrides.processor ?? (isSandbox ? sandbox() : null),
    kyc: overrides.kyc ?? (isSandbox ? sandboxKyc : null),
    ...wakeSignal(),
  }
}

const stopAll = async (jobs: readonly BackgroundJob[]): Promise<void> => {
  for (const job of jobs.toReversed()) await job.stop()
}

/**
 * Starts the whole service: database, background jobs, HTTP.
 * @throws {Error} `EADDRINUSE` when the port is taken; everything opened is closed again.
 */
export const startService = async (config: Config, overrides: ServiceOverrides = {}): Promise<Service> => {
  const given = { port: config.port }
  const deps = await createDeps(withBaseUrl(config, given), overrides)
  const jobs = backgroundJobs(deps)
  const app = buildApp(deps)
  const close = async () => {
    await app.close()
    await stopAll(jobs)
    await deps.db.destroy()
  }
  try {
    await deps.keys.current()
    for (const job of jobs) await job.start()
    const address = await app.listen({ port: config.port, host: config.host })
    given.port = Number(new URL(address).port)
    return { app, deps, address, stop: close }
  } catch (error) {
    await close()
    throw error
  }
}
