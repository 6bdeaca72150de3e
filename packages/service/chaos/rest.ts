import { setTimeout as pause } from 'node:timers/promises'
import { audit, type Finding } from './audit.ts'
import { countOpen, letTimePass, readFacts } from './facts.ts'
import type { World } from './world.ts'

/** How long everything may take to come to rest once nothing is broken any more. */
const REST_MS = 300_000

/** What a run has shown. */
export interface Findings {
  readonly findings: readonly Finding[]
  readonly acknowledged: number
  readonly events: number
  /** What processes logged of requests that failed for no fault of the caller's. */
  readonly failures: readonly string[]
  /** Of each failover, the milliseconds from the promotion until every process was ready. */
  readonly returns: readonly number[]
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

/**
 * Lets everything come to its end, has the merchants ask once more what became of their intents, and audits.
 * @param say hears a line of progress now and then.
 * @throws {Error} when the world has not come to rest after five minutes.
 */
export const restAndAudit = async (world: World, say: (line: string) => void): Promise<Findings> => {
  await comeToRest(world, say)
  const intents = [...world.ledger.acknowledged.values()]
  for (const merchant of world.merchants) {
    await merchant.readStatuses(intents.filter(({ merchantId }) => merchantId === merchant.id).map(({ id }) => id))
  }
  const facts = await readFacts(world)
  return {
    findings: audit(world, facts),
    acknowledged: intents.length,
    events: facts.events.length,
    failures: (await Promise.all(world.servings.map((each) => each.failures()))).flat(),
    returns: world.ledger.returns,
  }
}
