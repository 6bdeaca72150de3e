import { cpus } from 'node:os'
import type { Row } from './row.ts'

/** What else the machine did around a measurement. */
export interface Machine {
  readonly cpus: number
  /** Share of all cores that was at work while the benchmark rested, 0 to 1: the larger of before and after. */
  readonly busy: number
  /** Whether that is too much for figures to be trusted. */
  readonly isBusy: boolean
}

/** A row, and the machine on which it was measured. */
export type MeasuredRow = Row & { readonly machine: Machine }

const LOOK_MS = 400
const TOO_BUSY = 0.1

const workOf = () => {
  const all = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ work: user + nice + sys + irq, idle }))
  const sum = (pick: (one: { work: number; idle: number }) => number) =>
    all.reduce((total, one) => total + pick(one), 0)
  return { work: sum(({ work }) => work), idle: sum(({ idle }) => idle) }
}

/** Rests for a moment and gives the share of all cores that others had at work. */
const busyShare = async (): Promise<number> => {
  const before = workOf()
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const after = workOf()
  const work = after.work - before.work
  return work / (work + after.idle - before.idle || 1)
}

/** Does something, and says what else the machine did before and after. */
export const watchMachine = async <T>(act: () => Promise<T>): Promise<{ result: T; machine: Machine }> => {
  const before = await busyShare()
  const result = await act()
  const busy = Math.max(before, await busyShare())
  return { result, machine: { cpus: cpus().length, busy: Number(busy.toFixed(2)), isBusy: busy > TOO_BUSY } }
}
