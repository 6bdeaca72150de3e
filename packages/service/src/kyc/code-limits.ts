import type { Executor } from '../db/database.ts'
import type { CodeChannel } from './code-rules.ts'
import {
  type Counts,
  DESTINATION_LIMITS,
  mayGuess,
  maySend,
  merchantLimits,
  type Tally,
  type TallyLimits,
} from './code-tally-rules.ts'
import { countCodes, forgetCounts } from './code-tally-store.ts'
import type { KycDeps } from './deps.ts'
import { destinationKey } from './destination-rules.ts'

/** A code's channel and way, and the merchant in whose name it goes. */
export interface CodeTarget {
  readonly merchantId: string
  readonly channel: CodeChannel
  /** An e-mail address, or a phone number in E.164. */
  readonly destination: string
}

/** The two keys that a code is counted under: its destination, whoever sends there, and its merchant. */
const keysOf = ({ secrets, config }: KycDeps, { merchantId, channel, destination }: CodeTarget) =>
  [
    {
      key: secrets.hash(`code-tally:${channel}:${destinationKey(channel, destination)}`),
      limits: DESTINATION_LIMITS,
    },
    {
      key: secrets.hash(`code-tally:merchant:${channel}:${merchantId}`),
      limits: merchantLimits(config.codesPerHour),
    },
  ] as const

const NOTHING: Counts = { sent: 0, wrong: 0 }

/**
 * Whether all counts allow one more; nobody else counts there until the transaction ends. Always the destination first
 * and the merchant after it, so that no two transactions wait for each other.
 */
const isWithinAll = async (
  deps: KycDeps,
  transaction: Executor,
  target: CodeTarget,
  mayOneMore: (tally: Tally, limits: TallyLimits) => boolean,
): Promise<boolean> => {
  const now = deps.clock.now()
  for (const { key, limits } of keysOf(deps, target)) {
    if (!mayOneMore(await countCodes(transaction, key, NOTHING, now), limits)) return false
  }
  return true
}

const countAll = async (deps: KycDeps, transaction: Executor, target: CodeTarget, add: Counts): Promise<void> => {
  for (const { key } of keysOf(deps, target)) await countCodes(transaction, key, add, deps.clock.now())
}

/** Counts a code that is about to be sent; false where no more may be, and then nothing is counted. */
export const countSent = async (deps: KycDeps, transaction: Executor, target: CodeTarget): Promise<boolean> => {
  if (!(await isWithinAll(deps, transaction, target, maySend))) return false
  await countAll(deps, transaction, target, { sent: 1, wrong: 0 })
  return true
}

/** Whether an answer may be compared; nobody else compares one of this destination until the transaction ends. */
export const mayAnswer = (deps: KycDeps, transaction: Executor, target: CodeTarget): Promise<boolean> =>
  isWithinAll(deps, transaction, target, mayGuess)

/** Counts a wrong answer. */
export const countWrong = (deps: KycDeps, transaction: Executor, target: CodeTarget): Promise<void> =>
  countAll(deps, transaction, target, { sent: 0, wrong: 1 })

/** Whoever owns the mailbox or number has answered: what was counted for it begins anew, what for the merchant goes on. */
export const countRight = async (deps: KycDeps, transaction: Executor, target: CodeTarget): Promise<void> => {
  const [destination] = keysOf(deps, target)
  await forgetCounts(transaction, destination.key)
}
