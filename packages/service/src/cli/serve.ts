import { setTimeout as delay } from 'node:timers/promises'
import { collectDefaultMetrics } from 'prom-client'
import type { Config } from '../platform/config.ts'
import { describeConfig } from '../platform/describe-config.ts'
import { announce, createLogger, type Logger } from '../platform/log.ts'
import { VERSION } from '../platform/version.ts'
import { removeUnfinishedBackup } from '../backup/take-backup.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import { type Service, startService } from '../composition/service.ts'
import { endProcess } from './end-process.ts'
import { isServed } from './control-client.ts'
import { startControlServer } from './control-server.ts'
import { withoutEffect } from './without-effect.ts'

const EXIT_AFTER_MS = 9_500
const PATIENCE_MS = 10_000
const POLL_MS = 100

/** A command may have the folder for a moment; a service that has it keeps it. */
const startWhenFree = async (config: Config, log: Logger): Promise<Service> => {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await startService(config, { log })
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || config.database.kind !== 'embedded') throw error
      if (Date.now() > deadline || (await isServed(config.database.dataDir))) throw error
      await delay(POLL_MS)
    }
  }
}

/**
 * Serves until the signal is aborted, then drains within 10 seconds; at once where the signal's reason is SIGINT. Ends the
 * process where the signal is aborted while it starts.
 * @see decisions.md §9
 */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  const log = createLogger(config.logLevel)
  log.info({ version: VERSION, node: process.versions.node, config: describeConfig(config) }, 'Coinslot starts')
  for (const warning of withoutEffect(config)) log.warn(warning)
  // Nobody is served yet: what is waited for, such as the migrations of another process, may take long.
  signal.addEventListener('abort', endProcess, { once: true })
  const service = await startWhenFree(config, log)
  signal.removeEventListener('abort', endProcess)
  collectDefaultMetrics({ register: service.deps.metrics.registry })
  const { database } = config
  const isEmbedded = database.kind === 'embedded'
  if (isEmbedded)
    await removeUnfinishedBackup(database.dataDir).catch((error: unknown) =>
      log.warn({ err: error }, 'the copy of a backup that was killed cannot be removed'),
    )
  const stopControl = isEmbedded ? await startControlServer(database.dataDir, service.deps) : async () => undefined
  const { baseUrl, mode } = service.deps.config
  // Those who started the process wait for this line.
  announce(log, `Coinslot listens on ${baseUrl} in ${mode} mode`)
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  log.info({ reason: signal.reason }, 'Coinslot stops')
  // Keeps the process, too: where a provider is asked, nothing else may, and it would end before the database is closed.
  setTimeout(endProcess, EXIT_AFTER_MS)
  await stopControl()
  await service.stop({ isUrgent: signal.reason === 'SIGINT' })
  log.info('Coinslot has stopped')
  // A timer or a connection of the operator's module would keep the process.
  endProcess()
}
