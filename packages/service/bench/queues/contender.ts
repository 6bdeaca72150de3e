import type { BenchPostgres } from '../postgres.ts'
import type { Sink } from '../webhook-rig.ts'

/** Deliveries that are due to one merchant. */
export interface Line {
  readonly merchant: string
  readonly count: number
  readonly path: string
}

/** A queue on a database of its own, empty when its statistics were gathered. */
interface OpenQueue {
  /** Makes all deliveries due at one instant; the id of each begins with its merchant. */
  fill(lines: readonly Line[]): Promise<void>
  /** Starts one worker, which delivers until it is stopped. */
  start(): Promise<{ stop(): Promise<void> }>
  close(): Promise<void>
}

export interface Contender {
  readonly name: string
  open(postgres: BenchPostgres, sink: Sink): Promise<OpenQueue>
}

/** Exchanges under way at most in one worker, as in the service's. */
export const PLACES = 1_024
/** Deliveries handed to the queue at once. */
export const FILL_BATCH = 5_000
export const CONNECTIONS = 16
/** The service's workers do not wait for the disk either. */
export const SESSION_OPTIONS = '-c synchronous_commit=off'
