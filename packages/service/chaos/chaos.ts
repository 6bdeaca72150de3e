import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { FAULTS, FULL_DISK } from './faults.ts'
import { keepBuying } from './keep-buying.ts'
import { Random } from './random.ts'
import { type Findings, restAndAudit } from './rest.ts'
import { startWorld, type World } from './world.ts'

const PROGRESS_MS = 5_000

export interface ChaosOptions {
  /** Milliseconds of faults; coming to rest and the audit come on top. */
  readonly lastsMs: number
  /** Gives the order of the faults and of the buyers' journeys. */
  readonly seed: number
  /** Folder for what the processes say; what an earlier run has left in it is deleted. */
  readonly results: string
  /** Checkout of another version that serves one of the three processes; default none. */
  readonly beside?: string | undefined
  /** The only kind of fault; default all. */
  readonly only?: string | undefined
  /** Whether the database's disk runs full as well, which takes half a gigabyte of memory; default false. */
  readonly fillsDisk?: boolean
  /** Hears a line of progress now and then. */
  readonly say: (line: string) => void
  /** Ends a run before its time; there is no report then. */
  readonly signal?: AbortSignal
}

export interface ChaosReport extends Findings {
  readonly faults: ReadonlyMap<string, number>
}

const keepBreaking = async (
  world: World,
  random: Random,
  isOver: () => boolean,
  { names, begin }: { readonly names: readonly string[]; readonly begin: (fault: string) => void },
): Promise<void> => {
  while (!isOver()) {
    await pause(random.between(500, 3_000))
    const name = random.pick(names)
    begin(name)
    await FAULTS[name]?.(world, random)
  }
}

const breakAndRest = async (
  world: World,
  { lastsMs, seed, only, fillsDisk = false, say }: ChaosOptions,
): Promise<ChaosReport> => {
  const began = Date.now()
  const isOver = () => Date.now() - began > lastsMs
  if (fillsDisk && world.disk === null)
    say(`${FULL_DISK}: left out, as no disk can be mounted here; that takes Linux and root`)
  const possible = Object.keys(FAULTS).filter((name) => name !== FULL_DISK || world.disk !== null)
  const names = only === undefined ? possible : possible.filter((name) => name === only)
  if (names.length === 0) throw new Error('No such fault can be made here')
  const faults = new Map<string, number>()
  let current = 'nothing yet'
  const progress = setInterval(() => {
    const { acknowledged, answered, repeated } = world.ledger
    const seconds = Math.round((Date.now() - began) / 1_000)
    say(`${seconds} s: ${acknowledged.size} intents, ${answered} answers, ${repeated} repeated; ${current}`)
  }, PROGRESS_MS)
  const begin = (fault: string) => {
    faults.set(fault, (faults.get(fault) ?? 0) + 1)
    current = fault
  }
  await Promise.all([
    keepBreaking(world, new Random(seed + 1), isOver, { names, begin }),
    keepBuying(world, seed + 2, isOver),
  ]).finally(() => clearInterval(progress))
  return { ...(await restAndAudit(world, say)), faults }
}

/**
 * Three processes on one Postgres under load and faults; then an audit of what everybody was told.
 * @throws {Error} when the world has not come to rest five minutes after the last fault, or `signal` ends the run.
 */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { seed, results, beside, fillsDisk = false, signal = new AbortController().signal } = options
  const world = await startWorld(new Random(seed), {
    results,
    others: beside === undefined ? [] : [beside],
    hasSmallDisk: fillsDisk,
  })
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  try {
    return await Promise.race([breakAndRest(world, options), aborted])
  } finally {
    await world.close()
  }
}
