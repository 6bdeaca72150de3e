import { Counter, type Registry } from 'prom-client'
import { addMeasuredGauge } from '../http/measured-gauge.ts'
import type { Platform } from '../platform/platform.ts'
import { readUndecided } from './session-store.ts'

/** Adds what operators read about identity checks that nobody has decided yet at /metrics. */
export const addKycMetrics = (registry: Registry, { db, clock }: Pick<Platform, 'db' | 'clock'>): void =>
  addMeasuredGauge(registry, {
    name: 'coinslot_undecided_check_age_seconds',
    help: 'Time since the oldest identity check was sent off that is not decided, by state',
    labelNames: ['state'],
    measure: async () =>
      (await readUndecided(db, clock.now())).map(({ state, oldestSeconds: value }) => ({ labels: { state }, value })),
  })

/** What operators read about one-time codes at /metrics; from the start, as an alert asks for what is added to it. */
export const createCodeMetrics = (registry: Registry) => {
  const codes = new Counter({
    name: 'coinslot_one_time_codes_total',
    help: 'One-time codes by channel (email, phone) and outcome: sent, failed (its customer is told to ask for another)',
    labelNames: ['channel', 'outcome'] as const,
    registers: [registry],
  })
  for (const channel of ['email', 'phone']) for (const outcome of ['sent', 'failed']) codes.inc({ channel, outcome }, 0)
  return { codes }
}
export type CodeMetrics = ReturnType<typeof createCodeMetrics>
