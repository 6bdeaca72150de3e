import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

export interface OverviewRequest {
  readonly merchantIds: readonly string[]
  readonly from: Date
  readonly now: Date
}

export interface HourCounts {
  readonly at: Date
  readonly created: number
  readonly approved: number
  readonly declined: number
  readonly expired: number
  readonly refused: number
}

/** What became of the intents of each hour (UTC); hours without any are left out. */
export const countHours = async (
  executor: Executor,
  { merchantIds, from, now }: OverviewRequest,
): Promise<readonly HourCounts[]> => {
  const { rows } = await sql<HourCounts>`
    select date_trunc('hour', created_at at time zone 'UTC') at time zone 'UTC' as at,
      (count(*) filter (where status <> 'Refused'))::integer as created,
      (count(*) filter (where status = 'Approved'))::integer as approved,
      (count(*) filter (where status = 'Declined'))::integer as declined,
      (count(*) filter (where status = 'Expired' or (status = 'Created' and expires_at <= ${now})))::integer as expired,
      (count(*) filter (where status = 'Refused'))::integer as refused
    from payment_intents
    where merchant_id = any (${[...merchantIds]}::uuid[]) and created_at >= ${from}
    group by 1 order by 1
  `.execute(executor)
  return rows
}

/** Approved amounts, one for each currency, as decimal strings. */
export const sumApproved = async (
  executor: Executor,
  { merchantIds, from }: OverviewRequest,
): Promise<readonly { readonly currency: string; readonly amount: string }[]> => {
  const { rows } = await sql<{ currency: string; amount: string }>`
    select currency, sum(amount)::text as amount from payment_intents
    where merchant_id = any (${[...merchantIds]}::uuid[]) and created_at >= ${from} and status = 'Approved'
    group by currency order by currency
  `.execute(executor)
  return rows
}

/** Those that created no intent, by the code that they were answered with. */
export const countTurnedAway = async (
  executor: Executor,
  { merchantIds, from }: OverviewRequest,
): Promise<readonly { readonly reason: string; readonly count: number }[]> => {
  const { rows } = await sql<{ reason: string; count: number }>`
    select error_code as reason, count(*)::integer as count from payment_intents
    where merchant_id = any (${[...merchantIds]}::uuid[]) and created_at >= ${from} and status = 'Refused'
    group by 1
  `.execute(executor)
  return rows
}

export interface FunnelCounts {
  readonly created: number
  readonly opened: number
  readonly attempted: number
  readonly approved: number
  readonly card_refusals: number
}

/** How far the buyers of the latest `limit` intents came; each is looked up by its own index. */
export const countFunnel = async (
  executor: Executor,
  { merchantIds, from }: OverviewRequest,
  limit: number,
): Promise<FunnelCounts> => {
  const { rows } = await sql<FunnelCounts>`
    select count(*)::integer as created, (count(*) filter (where opened or attempts > 0))::integer as opened,
      (count(*) filter (where attempts > 0))::integer as attempted,
      (count(*) filter (where status = 'Approved'))::integer as approved,
      coalesce(sum(refusals), 0)::integer as card_refusals
    from (
      select status, coalesce((select true from intent_openings opening where opening.intent_id = intent.id), false) as opened,
        tried.attempts, tried.refusals
      from (
        select id, status from payment_intents
        where merchant_id = any (${[...merchantIds]}::uuid[]) and created_at >= ${from} and status <> 'Refused'
        order by created_at desc limit ${limit}::integer
      ) intent
      cross join lateral (
        select count(*) as attempts, count(*) filter (where status = 'refused') as refusals
        from card_attempts where intent_id = intent.id
      ) tried
    ) seen
  `.execute(executor)
  return rows[0] ?? { created: 0, opened: 0, attempted: 0, approved: 0, card_refusals: 0 }
}
