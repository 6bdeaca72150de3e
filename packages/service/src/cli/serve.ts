import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { DataFolderInUseError } from '../db/data-folder-lock.ts'
import { type Service, startService } from '../composition/service.ts'
import { isServed } from './control-client.ts'
import { startControlServer } from './control-server.ts'

const EXIT_AFTER_MS = 9_500
const PATIENCE_MS = 10_000
const POLL_MS = 100

/** A command may have the folder for a moment; a service that has it keeps it. */
const startWhenFree = async (config: Config): Promise<Service> => {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await startService(config)
    } catch (error) {
      if (!(error instanceof DataFolderInUseError) || config.database.kind !== 'embedded') throw error
      if (Date.now() > deadline || (await isServed(config.database.dataDir))) throw error
      await delay(POLL_MS)
    }
  }
}

/** Serves until the signal is aborted, then drains within 10 seconds. @see decisions.md §9 */
export const serve = async (config: Config, signal: AbortSignal): Promise<void> => {
  const service = await startWhenFree(config)
  const { database } = config
  const stopControl =
    database.kind === 'embedded' ? await startControlServer(database.dataDir, service.deps) : async () => undefined
  process.stdout.write(`Coinslot listens on ${service.deps.config.baseUrl}\n`)
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  setTimeout(() => process.exit(0), EXIT_AFTER_MS).unref()
  await stopControl()
  await service.stop()
}
