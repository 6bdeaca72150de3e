import type { Attempt, DeliveryStatus } from '@coinslot/contract'
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import { type DeliveryKey, keyColumns } from './delivery-key.ts'
import { insertEnded, keptAttempts } from './kept-attempts-store.ts'
import { asynchronousCommit, whereFree, whereQueued } from './queue-store.ts'

/** What an attempt has come to. */
export interface AttemptRecord {
  readonly delivery: DeliveryKey & { readonly subjectHash: string; readonly step: number }
  readonly attempt: Attempt
  readonly status: DeliveryStatus
  /** Null when nothing follows. */
  readonly nextAttemptAt: Date | null
}

export interface Settlement {
  /** Names the worker. */
  readonly lease: string
  readonly now: Date
  readonly records: readonly AttemptRecord[]
}

const resultsJson = (records: readonly AttemptRecord[]): string =>
  JSON.stringify(
    records.map(({ delivery, attempt, status, nextAttemptAt }, nr) => ({
      nr,
      ...keyColumns(delivery),
      attempt,
      status,
      due_at: nextAttemptAt,
      subject_hash: delivery.subjectHash,
      step: delivery.step,
    })),
  )

/** Of an attempt that was written down before: its worker writes it again where the answer to that was lost. */
const isKnown = sql`delivery.attempts @> jsonb_build_array(result.attempt)`

interface Unrecorded {
  /** Whose deliveries are not in the queue, or were moved in it in this moment, or have them already. */
  readonly missing: readonly AttemptRecord[]
  /** Whose deliveries another transaction holds. */
  readonly held: readonly AttemptRecord[]
}

const recordQueued = async (executor: Executor, { lease, now, records }: Settlement): Promise<Unrecorded> => {
  const { rows } = await sql<{ nr: number; isHeld: boolean }>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${resultsJson(records)}::jsonb) as wanted
        (nr integer, merchant_id uuid, subscription_id uuid, event_at timestamptz, event_id text, attempt jsonb,
        status text, due_at timestamptz, subject_hash bigint, step integer)
    ), located as materialized (
      select wanted.*, queued.place from wanted ${whereQueued}, ${asynchronousCommit}
    ), result as materialized (
      select located.* from located ${whereFree}
    ), ended as (
      delete from webhook_queue delivery using result
      where delivery.ctid = result.place
        and (result.status = 'delivered' or result.status = 'failed' and delivery.lease = ${lease}::uuid)
      returning delivery.*, result.nr, result.status, result.attempt
    ), kept as (
      update webhook_queue delivery set
        attempts = ${keptAttempts(sql`delivery.attempts || result.attempt`)},
        step = delivery.step + 1,
        due_at = case when delivery.lease = ${lease}::uuid then result.due_at else delivery.due_at end,
        leased_until = case when delivery.lease = ${lease}::uuid then null else delivery.leased_until end,
        lease = nullif(delivery.lease, ${lease}::uuid)
      from result
      where delivery.ctid = result.place and not (delivery.step > result.step and ${isKnown})
        and (result.status = 'pending' or result.status = 'failed' and delivery.lease is distinct from ${lease}::uuid)
      returning result.nr
    ), history as (${insertEnded(sql`
      select merchant_id, subscription_id, event_at, event_id, id, event_type, status,
        ${keptAttempts(sql`attempts || attempt`)}, created_at
      from ended
    `)}
    ), come_up as (
      update webhook_queue delivery set due_at = ${now}
      from (
        select behind.place from result cross join lateral (
          select ctid as place, due_at from webhook_queue
          where subject_hash = result.subject_hash and step = 0
            and (event_at, event_id) > (result.event_at, result.event_id) and lease is null
          order by event_at, event_id limit 1 for update skip locked
        ) behind
        where result.step = 0 and behind.due_at > ${now}::timestamptz
      ) next
      where delivery.ctid = next.place
    )
    select nr, nr in (select nr from located) and nr not in (select nr from result) as "isHeld"
    from wanted where nr not in (select nr from ended union all select nr from kept)
  `.execute(executor)
  const isHeld = new Map(rows.map((row) => [row.nr, row.isHeld]))
  return {
    missing: records.filter((_, nr) => isHeld.get(nr) === false),
    held: records.filter((_, nr) => isHeld.get(nr) === true),
  }
}

/** Adds attempts to deliveries that another worker has ended meanwhile; those of a subscription that is gone are forgotten. */
const recordEnded = async (executor: Executor, records: readonly AttemptRecord[]): Promise<void> => {
  await sql`
    update webhook_deliveries delivery set
      attempts = ${keptAttempts(sql`delivery.attempts || result.attempt`)},
      status = case when result.status = 'delivered' then result.status else delivery.status end
    from jsonb_to_recordset(${resultsJson(records)}::jsonb) as result
      (merchant_id uuid, subscription_id uuid, event_at timestamptz, event_id text, attempt jsonb, status text)
    where delivery.merchant_id = result.merchant_id and delivery.subscription_id = result.subscription_id
      and delivery.event_at = result.event_at and delivery.event_id = result.event_id and not ${isKnown}
  `.execute(executor)
}

/**
 * Writes attempts down, ends the worker's leases, and lets what stood back for a first attempt come up. What has ended leaves
 * the queue. Where another worker has taken a delivery over since, the attempt is added and an arrival counts, but the
 * other's lease stands. Doing so twice is as good as once.
 * @returns those that are still to be written down: another transaction holds their deliveries, and nobody waits for it.
 */
export const recordAttempts = async (executor: Executor, settlement: Settlement): Promise<readonly AttemptRecord[]> => {
  let { records } = settlement
  const held: AttemptRecord[] = []
  for (let time = 0; time < 2 && records.length > 0; time += 1) {
    const unrecorded = await recordQueued(executor, { ...settlement, records })
    held.push(...unrecorded.held)
    records = unrecorded.missing
  }
  if (records.length > 0) await recordEnded(executor, records)
  return held
}
