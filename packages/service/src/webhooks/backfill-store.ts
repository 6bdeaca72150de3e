import { type InferResult, sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { EventCursor } from './replay-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'

/** `resume` after enabling, while new events line up behind it; `replay` on request. */
type BackfillKind = 'resume' | 'replay'

/** What a subscription is still to be given of the past. */
export interface Backfill extends SubscriptionKey {
  readonly kind: BackfillKind
  readonly since: Date
  readonly startedAt: Date
  /** How far it has come through what waited before; null when it is through. */
  readonly walked: EventCursor | null
  /** How far it has come through the events. */
  readonly reached: EventCursor
}

/**
 * Notes that a subscription is to be given the past; where it is already, from the earlier of both times on. One that resumes
 * goes on doing so to its end: a replay, which ends at its own beginning, would leave out what lines up behind it.
 */
export const startBackfill = async (
  executor: Executor,
  { id, merchantId, kind, since, startedAt, walked, reached }: Backfill,
  queued: number,
): Promise<void> => {
  await sql`
    insert into webhook_backfills as known (merchant_id, subscription_id, kind, since, started_at, walked_at, walked_id,
      reached_at, reached_id, queued)
    values (${merchantId}, ${id}, ${kind}, ${since}, ${startedAt}, ${walked?.at ?? null}, ${walked?.id ?? ''}, ${reached.at},
      ${reached.id}, ${queued}::integer)
    on conflict (merchant_id, subscription_id) do update set
      kind = case when excluded.kind = 'resume' then excluded.kind else known.kind end,
      walked_at = coalesce(excluded.walked_at, known.walked_at),
      walked_id = case when excluded.walked_at is null then known.walked_id else excluded.walked_id end,
      since = least(known.since, excluded.since), started_at = excluded.started_at,
      reached_at = least(known.reached_at, excluded.reached_at),
      reached_id = case when (excluded.reached_at, excluded.reached_id) < (known.reached_at, known.reached_id)
        then excluded.reached_id else known.reached_id end,
      queued = known.queued + excluded.queued
  `.execute(executor)
}

const selectFree = (executor: Executor) =>
  executor.selectFrom('webhook_backfills').selectAll().limit(1).forUpdate().skipLocked()

const toBackfill = (row: InferResult<ReturnType<typeof selectFree>>[number]): Backfill => ({
  merchantId: row.merchant_id,
  id: row.subscription_id,
  kind: row.kind,
  since: row.since,
  startedAt: row.started_at,
  walked: row.walked_at === null ? null : { at: row.walked_at, id: row.walked_id },
  reached: { at: row.reached_at, id: row.reached_id },
})

/** Keeps others from working on one. @returns it as it is now; null where it is gone, or somebody else has it. */
export const holdBackfill = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
): Promise<Backfill | null> => {
  const ofSubscription = selectFree(executor).where('merchant_id', '=', merchantId).where('subscription_id', '=', id)
  const row = await ofSubscription.executeTakeFirst()
  return row === undefined ? null : toBackfill(row)
}

/** Whether any subscription is still to be given something, whoever works on it. */
export const hasBackfills = async (executor: Executor): Promise<boolean> =>
  (await executor.selectFrom('webhook_backfills').select('subscription_id').limit(1).executeTakeFirst()) !== undefined

/** So many deliveries that are due to a subscription have its replay wait: what is new to it comes behind them. */
const MOST_DUE = 1_000

/** One that may go on, of none of the subscriptions `except`, and that nobody else works on; it is this transaction's until it ends. */
export const takeBackfill = async (
  executor: Executor,
  now: Date,
  except: readonly string[] = [],
): Promise<Backfill | null> => {
  const due = sql<number>`(select count(*) from (
    select 1 from webhook_queue
    where subscription_hash = hashtextextended(webhook_backfills.subscription_id::text, 0) and due_at <= ${now}::timestamptz
    order by due_at limit ${sql.lit(MOST_DUE)}
  ) due)`
  const mayGoOn = selectFree(executor).where((where) =>
    where.or([where('kind', '=', 'resume'), where(due, '<', MOST_DUE)]),
  )
  const isLeft = sql<boolean>`subscription_id <> all(${[...except]}::uuid[])`
  const row = await mayGoOn.where(isLeft).orderBy('started_at').executeTakeFirst()
  return row === undefined ? null : toBackfill(row)
}

export const saveBackfill = async (
  executor: Executor,
  { id, merchantId, walked, reached }: Backfill,
  queued: number,
): Promise<void> => {
  await executor
    .updateTable('webhook_backfills')
    .set((column) => ({
      walked_at: walked?.at ?? null,
      walked_id: walked?.id ?? '',
      reached_at: reached.at,
      reached_id: reached.id,
      queued: column('queued', '+', queued),
    }))
    .where('merchant_id', '=', merchantId)
    .where('subscription_id', '=', id)
    .execute()
}

/** Events are lined up again when they are recorded. */
export const endBackfill = async (executor: Executor, { id, merchantId }: SubscriptionKey): Promise<void> => {
  await sql`
    with ended as (
      delete from webhook_backfills where merchant_id = ${merchantId} and subscription_id = ${id}
    )
    update webhook_subscriptions set is_catching_up = false
    where merchant_id = ${merchantId} and id = ${id} and is_catching_up
  `.execute(executor)
}
