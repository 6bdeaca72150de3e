import type { RefusalReason } from '@coinslot/contract'
import { type InferResult, sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import type { Executor } from '../db/database.ts'
import type { CardAttemptTable } from '../db/card-tables.ts'
import type { CardSummary } from './card-rules.ts'

type AttemptStatus = CardAttemptTable['status']

/** One card that a buyer tried. */
export interface Attempt {
  readonly id: string
  readonly intentId: string
  readonly status: AttemptStatus
  /** What the page posts to the bank; null but while `challenged`. */
  readonly challenge: { readonly url: string; readonly data: string } | null
  readonly card: CardSummary
  readonly finishedAt: Date | null
  /** Null but where it was refused, and the acquirer said why. */
  readonly refusalReason: RefusalReason | null
}

/** Columns of an attempt, as it is read. */
export const ATTEMPT_COLUMNS = [
  'id',
  'intent_id',
  'status',
  'challenge_url',
  'challenge_data',
  'brand',
  'last_four',
  'finished_at',
  'refusal_reason',
] as const
const selectAttempts = (executor: Executor) => executor.selectFrom('card_attempts').select(ATTEMPT_COLUMNS)
export type AttemptRow = InferResult<ReturnType<typeof selectAttempts>>[number]

export const toAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  intentId: row.intent_id,
  status: row.status,
  challenge:
    row.status === 'challenged' && row.challenge_url !== null && row.challenge_data !== null
      ? { url: row.challenge_url, data: row.challenge_data }
      : null,
  card: { brand: row.brand, lastFour: row.last_four },
  finishedAt: row.finished_at,
  refusalReason: row.refusal_reason,
})

/** The attempts of an intent, oldest first. */
export const listAttempts = async (executor: Executor, intentId: string): Promise<readonly Attempt[]> =>
  (await selectAttempts(executor).where('intent_id', '=', intentId).orderBy('created_at').execute()).map(toAttempt)

export const findAttempt = async (executor: Executor, id: string): Promise<Attempt | null> => {
  const row = await selectAttempts(executor).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toAttempt(row)
}

export interface NewAttempt {
  readonly id: string
  readonly intentId: string
  readonly attemptKey: string
  readonly card: CardSummary
  readonly at: Date
  readonly checkAt: Date
}

/** At a time, or right after the end of the card before: by a clock that has been set back, or stands, it would be no later. */
const afterOthers = (intentId: string, at: Date) => sql<Date>`greatest(${at}::timestamptz, (
  select max(greatest(created_at, finished_at)) + interval '1 millisecond' from card_attempts
  where intent_id = ${intentId}::uuid
))`

/** @returns false where the key has been used for this intent, or another attempt is active. */
export const insertAttempt = async (transaction: Executor, attempt: NewAttempt): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('card_attempts')
    .values({
      id: attempt.id,
      intent_id: attempt.intentId,
      attempt_key: attempt.attemptKey,
      brand: attempt.card.brand,
      last_four: attempt.card.lastFour,
      status: 'authorising',
      created_at: afterOthers(attempt.intentId, attempt.at),
      check_at: attempt.checkAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Keeps the bank's question to the buyer, and when it was asked first: the sweep hears of it again and again. */
export const markChallenged = async (
  transaction: Executor,
  id: string,
  challenge: { readonly url: string; readonly data: string },
  at: Date,
): Promise<void> => {
  await transaction
    .updateTable('card_attempts')
    .set((eb) => ({
      status: 'challenged',
      challenge_url: challenge.url,
      challenge_data: challenge.data,
      challenged_at: eb.fn.coalesce('challenged_at', eb.val(at)),
    }))
    .where('id', '=', id)
    .execute()
}

export const markFinished = async (
  transaction: Executor,
  id: string,
  status: 'approved' | 'reversed',
  at: Date,
): Promise<void> => {
  await transaction.updateTable('card_attempts').set({ status, finished_at: at }).where('id', '=', id).execute()
}

export const markRefused = async (
  transaction: Executor,
  id: string,
  reason: RefusalReason | null,
  at: Date,
): Promise<void> => {
  await transaction
    .updateTable('card_attempts')
    .set({ status: 'refused', finished_at: at, refusal_reason: reason })
    .where('id', '=', id)
    .execute()
}

export const markReversing = async (transaction: Executor, id: string, checkAt: Date): Promise<void> => {
  await transaction
    .updateTable('card_attempts')
    .set({ status: 'reversing', check_at: checkAt })
    .where('id', '=', id)
    .execute()
}

/** How long nobody asks again: a part of the attempt's age at `now`, within bounds in seconds. */
export const pauseByAge = (now: Date, part: number, [shortest, longest]: readonly [number, number]) => sql`least(
  greatest((${now}::timestamptz - created_at) * ${part}::float8, make_interval(secs => ${shortest}::integer)),
  make_interval(secs => ${longest}::integer)
)`

/** In 5 seconds, and less and less often. */
const soon = (at: Date) => sql`${at}::timestamptz + ${pauseByAge(at, 0.25, [5, 300])}`

/** Leaves the decision to the processor, who is asked again after 5 seconds, and less and less often. */
export const markUndecided = async (transaction: Executor, id: string, at: Date): Promise<void> => {
  await sql`
    update card_attempts set status = 'authorising', check_at = ${soon(at)} where id = ${id}::uuid
  `.execute(transaction)
}

/** Has what could not be given back given back again after 5 seconds, and less and less often. */
export const markNotReversed = async (executor: Executor, id: string, at: Date): Promise<void> => {
  await sql`update card_attempts set check_at = ${soon(at)} where id = ${id}::uuid`.execute(executor)
}

/** Withdraws the open challenges of intents that have become final. */
export const reverseChallenges = async (
  transaction: Executor,
  intentIds: readonly string[],
  checkAt: Date,
): Promise<void> => {
  await transaction
    .updateTable('card_attempts')
    .set({ status: 'reversing', check_at: checkAt })
    .where('intent_id', '=', anyOf(intentIds))
    .where('status', '=', 'challenged')
    .execute()
}
