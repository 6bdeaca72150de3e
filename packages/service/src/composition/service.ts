import type { FastifyInstance } from 'fastify'
import { codeOf } from '../db/error-code.ts'
import { buildApp, buildOperationsApp } from './app.ts'
import { passed, systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { createDeps, type ServiceOverrides } from './create-deps.ts'
import { dashboardJob } from '../dashboard/dashboard-job.ts'
import { doubtOfPort } from '../platform/smtp-rules.ts'
import { stopJobs } from '../platform/stop-jobs.ts'
import type { ServiceDeps } from './deps.ts'
import { loadModule, missingProviders } from './load-module.ts'
import { backgroundJobs } from '../jobs/background-jobs.ts'
import { sharedFilesJob } from '../jobs/shared-files-job.ts'
import type { StaticFile } from '../http/send-static.ts'
import { sandboxBankJob } from '../sandbox-bank/sandbox-bank-job.ts'

const DRAIN_MS = 6_000

export interface Service {
  readonly app: FastifyInstance
  readonly deps: ServiceDeps
  /** Address listened on, such as `http://127.0.0.1:4000`. */
  readonly address: string
  /** The same of the operations port; null where there is none. */
  readonly operationsAddress: string | null
  /**
   * Says that it is not ready for `drainSeconds` of the configuration, then refuses new connections, lets requests and jobs
   * under way end (6 seconds at most), and closes the database.
   * @param options.isUrgent without the seconds before.
   */
  stop(options?: { readonly isUrgent?: boolean }): Promise<void>
}

/** A configuration whose base URL names the port that was really given. */
const withBaseUrl = (config: Config, given: { port: number }): Config => ({
  ...config,
  get baseUrl() {
    return config.port === 0 ? config.baseUrl.replace(/:0$/, `:${given.port}`) : config.baseUrl
  },
})

/** The operations port is another process's. */
class OperationsPortInUseError extends Error {
  override readonly name = 'OperationsPortInUseError'
  readonly code = 'operations_port_in_use'

  constructor(port: number) {
    super(`The operations port ${port} is in use by another process; set COINSLOT_OPERATIONS_PORT to another`)
  }
}

/**
 * @returns the address listened on; null without an operations port.
 * @throws {OperationsPortInUseError} `operations_port_in_use` when it is taken.
 */
const listenForOperations = async (
  operations: FastifyInstance | null,
  { host, operationsPort: port }: Config,
): Promise<string | null> => {
  if (operations === null || port === null) return null
  try {
    return await operations.listen({ port, host })
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? new OperationsPortInUseError(port) : error
  }
}

/** The port that was given; the address may name a zone of IPv6, which no URL takes. */
const portOf = ({ server }: FastifyInstance): number => {
  const bound = server.address()
  return typeof bound === 'object' && bound !== null ? bound.port : 0
}

/** What pages load, by the path under which they ask for it. */
const filesOf = ({ widget, dashboard }: ServiceDeps): ReadonlyMap<string, StaticFile> => {
  const under = (folder: string, files: ReadonlyMap<string, StaticFile> = new Map()) =>
    [...files].map(([name, file]) => [`${folder}/${name}`, file] as const)
  return new Map([
    ...under('widget', widget?.scripts),
    ...under('checkout', widget?.assets),
    ...under('dashboard', dashboard?.assets),
  ])
}

/**
 * Starts the whole service: database, background jobs, HTTP.
 * @throws {ConfigError} `invalid_config` where the module of `COINSLOT_MODULE` cannot be used.
 * @throws {OperationsPortInUseError} `operations_port_in_use` when the operations port is taken.
 * @throws {Error} `EADDRINUSE` when the port is taken; everything opened is closed again.
 */
export const startService = async (config: Config, given: ServiceOverrides = {}): Promise<Service> => {
  const overrides = { ...(await loadModule(config)), ...given }
  const listening = { port: config.port }
  const deps = await createDeps(withBaseUrl(config, listening), overrides)
  const missing = missingProviders(config, { ...overrides, hasKyc: overrides.kyc !== undefined })
  for (const sentence of [...missing, ...doubtOfPort(config.smtp)]) deps.log.warn(sentence)
  const bank = config.mode === 'sandbox' ? [sandboxBankJob(deps)] : []
  const jobs = [...backgroundJobs(deps), ...bank, dashboardJob(deps), sharedFilesJob(deps, filesOf(deps))]
  const app = buildApp(deps)
  const operations = config.operationsPort === null ? null : buildOperationsApp(deps)
  const close = async ({ isUrgent = false } = {}) => {
    deps.readiness.drain()
    if (!isUrgent) await passed(deps.clock, config.drainSeconds * 1_000)
    const cancelForce = systemClock.after(overrides.drainMs ?? DRAIN_MS, () => {
      deps.log.warn(
        'what has not ended in time is cut off; payments in it are settled by another process or after the next start',
      )
      app.server.closeAllConnections()
    })
    await Promise.all([app.close(), operations?.close(), stopJobs(jobs)])
    cancelForce()
    await deps.db.destroy()
  }
  try {
    await deps.keys.current()
    for (const job of jobs) await job.start()
    const address = await app.listen({ port: config.port, host: config.host })
    listening.port = portOf(app)
    const operationsAddress = await listenForOperations(operations, config)
    if (operationsAddress !== null)
      deps.log.info({ address: operationsAddress }, 'operations are answered on a port of their own')
    return { app, deps, address, operationsAddress, stop: close }
  } catch (error) {
    await close({ isUrgent: true })
    throw error
  }
}
