import type { Config } from '../config.ts'
import { startService } from '../service.ts'

const DRAIN_MS = 10_000

const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })

/** Serves until told to stop, then drains within 10 seconds. */
export const serve = async (config: Config): Promise<void> => {
  const stopping = stopSignal()
  const service = await startService(config)
  process.stdout.write(`Coinslot listens on ${service.deps.config.baseUrl}\n`)
  await stopping
  const forced = setTimeout(() => process.exit(1), DRAIN_MS)
  await service.stop()
  clearTimeout(forced)
}
