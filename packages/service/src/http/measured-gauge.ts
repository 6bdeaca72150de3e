import { Gauge, type Registry } from 'prom-client'

export interface MeasuredGauge<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  /** What is measured; where that fails, the gauge has no value until it succeeds again. */
  readonly measure: () => Promise<readonly { readonly labels: Record<Label, string>; readonly value: number }[]>
}

/** Adds a gauge that is measured whenever metrics are read. One that cannot be measured takes no other with it. */
export const addMeasuredGauge = <Label extends string>(
  registry: Registry,
  { name, help, labelNames, measure }: MeasuredGauge<Label>,
): void => {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await measure().catch(() => [])
      gauge.reset()
      for (const { labels, value } of values) gauge.set(labels, value)
    },
  })
}
