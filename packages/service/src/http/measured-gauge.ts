import { Gauge, type Registry } from 'prom-client'
import { SharedReads } from '../platform/shared-reads.ts'
import { withTimeout } from '../platform/with-timeout.ts'

/** How long one gauge may keep all of /metrics waiting: well within Prometheus' own 10 seconds. */
const PATIENCE_MS = 3_000

export interface MeasuredGauge<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  /** What is measured; where that fails, the gauge has no value until it succeeds again. */
  readonly measure: () => Promise<readonly { readonly labels: Record<Label, string>; readonly value: number }[]>
}

/**
 * Adds a gauge that is measured whenever metrics are read. One that cannot be measured, or not within `patienceMs`, takes no
 * other with it.
 */
export const addMeasuredGauge = <Label extends string>(
  registry: Registry,
  { name, help, labelNames, measure }: MeasuredGauge<Label>,
  patienceMs = PATIENCE_MS,
): void => {
  // One that waits for a locked table is not asked again by whoever reads meanwhile.
  const measuring = new SharedReads<Awaited<ReturnType<typeof measure>>>()
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await withTimeout(patienceMs, () => measuring.get(name, measure)).catch(() => [])
      gauge.reset()
      // Without labels, its value would be 0 now.
      if (labelNames.length === 0) gauge.remove()
      for (const { labels, value } of values) gauge.set(labels, value)
    },
  })
}
