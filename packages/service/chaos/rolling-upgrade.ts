import { setTimeout as pause } from 'node:timers/promises'
import { keepBuying } from './keep-buying.ts'
import { Random } from './random.ts'
import { type Findings, restAndAudit } from './rest.ts'
import { PROCESSES, startWorld, type World } from './world.ts'

const LOOK_EVERY_MS = 100

export interface UpgradeOptions {
  /** Checkout of the version from which to upgrade. */
  readonly from: string
  readonly seed: number
  /** Folder for what the processes say; what an earlier run has left in it is deleted. */
  readonly results: string
  /** Intents that are acknowledged before the first process is replaced, and after each. */
  readonly intentsBetween: number
  readonly say: (line: string) => void
}

export interface UpgradeReport extends Findings {
  readonly answered: number
  /** Requests that had to be asked again, and answers that nothing excuses. */
  readonly failed: number
  /** Of the first of them. */
  readonly reasons: readonly string[]
}

const moreIntents = async ({ ledger }: World, more: number): Promise<void> => {
  const target = ledger.acknowledged.size + more
  while (ledger.acknowledged.size < target) await pause(LOOK_EVERY_MS)
}

const replaceAll = async (world: World, { intentsBetween, say }: UpgradeOptions): Promise<void> => {
  await moreIntents(world, intentsBetween)
  for (const [index, serving] of world.servings.entries()) {
    say(`replacing process ${index + 1} after ${world.ledger.acknowledged.size} intents`)
    await serving.upgrade()
    await moreIntents(world, intentsBetween)
  }
}

/** Replaces three processes of another version by this one, each in turn, behind a balancer, while buyers pay; then an audit. */
export const runUpgrade = async (options: UpgradeOptions): Promise<UpgradeReport> => {
  const { from, seed, results, say } = options
  const others = Array.from({ length: PROCESSES }, () => from)
  const world = await startWorld(new Random(seed), { results, others, isBalanced: true })
  // What it does not answer, the service can only answer by "ask again".
  world.acquirer.losses = 0
  try {
    let isOver = false
    const replacing = replaceAll(world, options).finally(() => (isOver = true))
    await Promise.all([replacing, keepBuying(world, seed + 2, () => isOver)])
    const { answered, repeated, unexpected, whyRepeated } = world.ledger
    const failed = { failed: repeated + unexpected.length, reasons: [...whyRepeated, ...unexpected] }
    return { ...(await restAndAudit(world, say)), ...failed, answered }
  } finally {
    await world.close()
  }
}
