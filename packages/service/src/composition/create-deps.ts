import { AccessTokens } from '../auth/access-tokens.ts'
import { createApiLimits } from '../auth/api-limits.ts'
import { ClientDirectory } from '../auth/client-directory.ts'
import type { AuthDeps } from '../auth/deps.ts'
import { SigningKeys } from '../auth/signing-keys.ts'
import { addCardMetrics } from '../cards/metrics.ts'
import { checkedProcessor } from '../cards/checked-processor.ts'
import type { CardProcessor } from '../cards/processor.ts'
import { type DashboardBundle, loadDashboard } from '../dashboard/bundle.ts'
import { RequestRecorder } from '../dashboard/request-recorder.ts'
import { assertWritable } from '../db/assert-writable.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { readDatabaseTime } from '../db/database-time.ts'
import { countOn } from '../db/counters.ts'
import { assertKeptSessions } from '../db/kept-sessions.ts'
import { migrate, type MigrateOptions } from '../db/migrate.ts'
import { stampMode } from '../db/stamp-mode.ts'
import { addDataDisk } from '../http/data-disk.ts'
import type { HttpDeps } from '../http/deps.ts'
import { createMetrics } from '../http/metrics.ts'
import { Readiness } from '../http/readiness.ts'
import { addSaturation } from '../http/saturation.ts'
import { loadTelemetry } from '../http/tracing.ts'
import { addKycMetrics, createCodeMetrics } from '../kyc/metrics.ts'
import type { CodeSender, KycProvider, KycServices } from '../kyc/provider.ts'
import { sandboxKyc } from '../kyc/sandbox-provider.ts'
import { createJobMetrics } from '../jobs/metrics.ts'
import { createMailer, type Mailer } from '../mail/mailer.ts'
import { Pictures } from '../pictures/pictures.ts'
import { createReceiptMetrics } from '../receipts/metrics.ts'
import { createPaymentMetrics } from '../payments/metrics.ts'
import { Openings } from '../payments/openings.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { DatabaseClock } from '../platform/database-clock.ts'
import type { Config } from '../platform/config.ts'
import { createLogger, type Logger } from '../platform/log.ts'
import type { Platform } from '../platform/platform.ts'
import { noSecrets, openSecrets } from '../platform/open-secrets.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import { createSandboxProcessor } from '../sandbox-bank/sandbox-processor.ts'
import { createDeliveryWake } from '../webhooks/delivery-wake.ts'
import { createWebhookMetrics } from '../webhooks/metrics.ts'
import { SubscriptionTurns } from '../webhooks/subscription-turns.ts'
import { TestLimits } from '../webhooks/test-limits.ts'
import { loadWidget, type WidgetBundle } from '../widget/bundle.ts'
import { codeSenderOf, sandboxWith } from './code-sender.ts'
import type { ServiceDeps } from './deps.ts'

/** What may stand in place of the default. */
export interface ServiceOverrides {
  readonly clock?: Clock
  readonly db?: Database
  readonly log?: Logger
  readonly widget?: WidgetBundle | null
  readonly dashboard?: DashboardBundle | null
  /** Default: the sandbox acquirer in sandbox mode, none in production. */
  readonly processor?: CardProcessor
  /** Default: the sandbox provider in sandbox mode, none in production. */
  readonly kyc?: KycServices
  /** Decides about identities, where `kyc` is not given: codes go by mail, or through `sender`. */
  readonly kycProvider?: KycProvider
  /** Brings one-time codes; those for mailboxes where no SMTP server is configured. */
  readonly sender?: CodeSender
  /** False leaves the schema as it is. Default: it is brought up to date. */
  readonly migrates?: boolean
  /** True of a `db` that was just made from the image of this version: it is not asked for what it lacks. Default: false. */
  readonly isMigrated?: boolean
  /** Time in which requests under way may end once the service stops. Default: 6 seconds. */
  readonly drainMs?: number
}

/** Migrates; on a server over a connection of its own, whose statements may take as long as they need, and counts on there. */
const migrateConfigured = async (config: Config['database'], db: Database, log: Logger): Promise<void> => {
  const onProgress: MigrateOptions['onProgress'] = ({ migration, state, seconds }) =>
    log[seconds === 0 ? 'debug' : 'info']({ migration, seconds }, `migration ${state}`)
  if (config.kind === 'embedded') return void (await migrate(db, { onProgress }))
  const own = await openDatabase({ ...config, poolSize: 1, statementTimeoutMs: null })
  try {
    await assertKeptSessions(db, own)
    await migrate(own, { onProgress })
    await countOn(own)
  } finally {
    await own.destroy()
  }
}

/** The clock of all processes on a database; the embedded one has the time of its only process. */
const sharedClock = async ({ kind }: Config['database'], db: Database): Promise<Clock> => {
  if (kind === 'embedded') return systemClock
  const clock = new DatabaseClock(() => readDatabaseTime(db))
  await clock.measure()
  return clock
}

/** Opens everything the service works with, the schema brought up to date; neither listens nor starts jobs. */
export const createDeps = async (config: Config, overrides: ServiceOverrides = {}): Promise<ServiceDeps> => {
  const log = overrides.log ?? createLogger(config.logLevel)
  const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost')
  const db = overrides.db ?? (await openDatabase(config.database, onIdleError))
  try {
    const clock = overrides.clock ?? (await sharedClock(config.database, db))
    if (overrides.migrates === false) return await assemble({ config, clock, db, log, secrets: noSecrets() }, overrides)
    if (overrides.isMigrated !== true) await migrateConfigured(config.database, db, log)
    await stampMode(db, config.mode, clock.now())
    const secrets = await openSecrets(config, db)
    return await assemble({ config, clock, db, log, secrets }, overrides)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

const httpDeps = (platform: Platform): HttpDeps => {
  const metrics = createMetrics()
  addSaturation(metrics.registry, platform)
  addDataDisk(metrics.registry, platform.config)
  return {
    ...platform,
    metrics,
    readiness: new Readiness(() => assertWritable(platform.db)),
    telemetry: loadTelemetry(),
  }
}

const authDeps = (http: HttpDeps): AuthDeps => {
  const { config, clock, db, secrets } = http
  const keys = new SigningKeys(db, secrets, clock)
  return {
    ...http,
    clients: new ClientDirectory(db, clock),
    keys,
    tokens: new AccessTokens(keys, clock, () => config.baseUrl),
    limits: createApiLimits(config.requestsPerMinute, clock),
  }
}

/** The built widget, unless another stands in its place. */
const widgetOf = async ({ log }: Platform, given: WidgetBundle | null | undefined): Promise<WidgetBundle | null> => {
  if (given !== undefined) return given
  const built = await loadWidget()
  if (built === null)
    log.warn(
      'the widget is not there, so that nothing can be paid: install @coinslot/widget again, or build it where this is a clone',
    )
  return built
}

/** The built pages of the dashboard, where it is served. */
const dashboardOf = async ({ config, log }: Platform): Promise<DashboardBundle | null> => {
  if (!config.dashboard) return null
  const built = await loadDashboard()
  if (built === null)
    log.warn('the dashboard is not there: install @coinslot/dashboard again, or build it where this is a clone')
  return built
}

/** Who verifies identities and brings codes: what was given, the sandbox's, or nobody. */
const kycOf = (
  { mode }: Config,
  mailer: Mailer | null,
  { kyc, kycProvider: provider, sender }: ServiceOverrides,
): KycServices | null => {
  if (kyc !== undefined) return kyc
  if (provider !== undefined) return { provider, sender: codeSenderOf(mailer, sender ?? null) }
  return mode === 'sandbox' ? sandboxWith(sandboxKyc, mailer, sender) : null
}

/** Who charges cards: what was given, the sandbox's, or nobody. */
const processorOf = (platform: Platform, { processor }: ServiceOverrides): CardProcessor | null => {
  if (processor !== undefined) return checkedProcessor(processor, platform)
  return platform.config.mode === 'sandbox' ? createSandboxProcessor(platform) : null
}

/** Floor by floor, the lowest first. */
const assemble = async (platform: Platform, overrides: ServiceOverrides): Promise<ServiceDeps> => {
  const auth = authDeps(httpDeps(platform))
  const { registry } = auth.metrics
  const { smtp } = platform.config
  const mailer = smtp === null ? null : createMailer(smtp)
  addCardMetrics(registry, platform)
  addKycMetrics(registry, platform)
  const processor = processorOf(platform, overrides)
  return {
    ...auth,
    ...createDeliveryWake(),
    paymentMetrics: createPaymentMetrics(registry),
    openings: new Openings(platform),
    pictures: new Pictures(platform),
    mailer,
    receiptMetrics: createReceiptMetrics(registry),
    jobMetrics: createJobMetrics(registry),
    webhookMetrics: createWebhookMetrics(registry, platform),
    subscriptionTurns: new SubscriptionTurns(),
    testLimits: new TestLimits(platform.clock),
    widget: await widgetOf(platform, overrides.widget),
    challengeOrigins: processor?.challengeOrigins ?? [],
    brands: processor?.brands ?? [],
    processor,
    kyc: kycOf(platform.config, mailer, overrides),
    codeMetrics: createCodeMetrics(registry),
    dashboard: overrides.dashboard === undefined ? await dashboardOf(platform) : overrides.dashboard,
    sessionReads: new SharedReads(),
    recorder: new RequestRecorder(auth),
  }
}
