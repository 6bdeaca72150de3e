import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { audit, type Finding } from './audit.ts'
import { buyOnce } from './buyer.ts'
import { countOpen, letTimePass, readFacts } from './facts.ts'
import { FAULTS } from './faults.ts'
import { Random } from './random.ts'
import { startWorld, type World } from './world.ts'

const BUYERS = 6
const PROGRESS_MS = 5_000
/** How long everything may take to come to rest once nothing is broken any more. */
const REST_MS = 300_000

export interface ChaosOptions {
  /** Milliseconds of faults; coming to rest and the audit come on top. */
  readonly lastsMs: number
  /** Gives the order of the faults and of the buyers' journeys. */
  readonly seed: number
  /** Hears a line of progress now and then. */
  readonly say: (line: string) => void
  /** Ends a run before its time; there is no report then. */
  readonly signal?: AbortSignal
}

export interface ChaosReport {
  readonly findings: readonly Finding[]
  readonly faults: ReadonlyMap<string, number>
  readonly acknowledged: number
  readonly events: number
  /** What processes logged of requests that failed for no fault of the caller's. */
  readonly failures: readonly string[]
}

/** Buyers come one after the other, and the merchant asks what became of them. */
const keepBuying = async (world: World, random: Random, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const merchant = random.pick(world.merchants)
    try {
      const id = await buyOnce(merchant, world, random)
      if (random.chance(0.3)) await merchant.readStatuses([id])
    } catch (error) {
      world.ledger.unexpected.push(String(error))
    }
  }
}

const keepBreaking = async (
  world: World,
  random: Random,
  isOver: () => boolean,
  begin: (fault: string) => void,
): Promise<void> => {
  while (!isOver()) {
    await pause(random.between(500, 3_000))
    const name = random.pick(Object.keys(FAULTS))
    begin(name)
    await FAULTS[name]?.(world, random)
  }
}

/** @throws {Error} when something is still open after all that time. */
const comeToRest = async (world: World, say: (line: string) => void): Promise<void> => {
  const deadline = Date.now() + REST_MS
  for (;;) {
    await letTimePass(world)
    const open = await countOpen(world)
    say(`coming to rest: ${open} open`)
    if (open === 0) return
    if (Date.now() > deadline) throw new Error(`${open} intents, attempts and deliveries have not come to an end`)
    await pause(2_000)
  }
}

const breakAndRest = async (world: World, { lastsMs, seed, say }: ChaosOptions): Promise<ChaosReport> => {
  const began = Date.now()
  const isOver = () => Date.now() - began > lastsMs
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
  const buyers = Array.from({ length: BUYERS }, (_, index) => keepBuying(world, new Random(seed + 2 + index), isOver))
  await Promise.all([keepBreaking(world, new Random(seed + 1), isOver, begin), ...buyers]).finally(() =>
    clearInterval(progress),
  )
  await comeToRest(world, say)
  const intents = [...world.ledger.acknowledged.values()]
  for (const merchant of world.merchants) {
    await merchant.readStatuses(intents.filter(({ merchantId }) => merchantId === merchant.id).map(({ id }) => id))
  }
  const facts = await readFacts(world)
  return {
    findings: audit(world, facts),
    faults,
    acknowledged: intents.length,
    events: facts.events.length,
    failures: world.servings.flatMap((each) => each.failures()),
  }
}

/**
 * Three processes on one Postgres under load and faults; then an audit of what everybody was told.
 * @throws {Error} when the world has not come to rest five minutes after the last fault, or `signal` ends the run.
 */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const { seed, signal = new AbortController().signal } = options
  const world = await startWorld(new Random(seed))
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  try {
    return await Promise.race([breakAndRest(world, options), aborted])
  } finally {
    await world.close()
  }
}
