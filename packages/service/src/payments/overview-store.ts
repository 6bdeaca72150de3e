import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { StoredStatus } from './state-rules.ts'

export interface OverviewRequest {
  readonly merchantIds: readonly string[]
  /** Begins an hour. */
  readonly from: Date
  readonly now: Date
}

/** Intents of one hour (UTC) that have so much in common. */
export interface HourCount {
  readonly at: Date
  readonly status: StoredStatus
  readonly errorCode: string | null
  readonly currency: string
  readonly intents: number
  /** Of all of them together, as a decimal string. */
  readonly amount: string
}

/** What became of the intents of each hour: as it was counted where the hour is over, the later ones as they are now. */
export const countHours = async (
  executor: Executor,
  { merchantIds, from, now }: OverviewRequest,
): Promise<readonly HourCount[]> => {
  const { rows } = await sql<HourCount>`
    select at, status, nullif(error_code, '') as "errorCode", currency, sum(intents)::integer as intents,
      sum(amount)::text as amount
    from unnest(${[...merchantIds]}::uuid[]) as asked (merchant)
    cross join lateral (
      select coalesce((select until from intent_hours_until where merchant_id = asked.merchant), '-infinity') as until
    ) counted
    cross join lateral (
      select at, status, error_code, currency, intents, amount from intent_hours
      where merchant_id = asked.merchant and at >= ${from} and at < counted.until
      union all
      select date_trunc('hour', created_at at time zone 'UTC') at time zone 'UTC',
        case when status = 'Created' and expires_at <= ${now} then 'Expired' else status end,
        coalesce(error_code, ''), currency, count(*)::integer, sum(amount)
      from payment_intents
      where merchant_id = asked.merchant and created_at >= greatest(${from}::timestamptz, counted.until)
      group by 1, 2, 3, 4
    ) hour
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
  `.execute(executor)
  return rows
}

export interface FunnelCounts {
  readonly created: number
  readonly opened: number
  readonly attempted: number
  readonly approved: number
}

/** The latest intents of a range, of each merchant so many; an expression that names them `intent`. */
const latest = ({ merchantIds, from }: OverviewRequest, limit: number) => sql`
  unnest(${[...merchantIds]}::uuid[]) as asked (merchant)
  cross join lateral (
    select id, status from payment_intents
    where merchant_id = asked.merchant and created_at >= ${from} and status <> 'Refused'
    order by created_at desc, id desc limit ${limit}::integer
  ) intent`

/** How far the buyers of the latest `limit` intents of each merchant came; each is looked up by its own index. */
export const countFunnel = async (
  executor: Executor,
  request: OverviewRequest,
  limit: number,
): Promise<FunnelCounts> => {
  const { rows } = await sql<FunnelCounts>`
    select count(*)::integer as created, (count(*) filter (where opened or tried))::integer as opened,
      (count(*) filter (where tried))::integer as attempted,
      (count(*) filter (where status = 'Approved'))::integer as approved
    from (
      select status, exists (select 1 from intent_openings where intent_id = intent.id) as opened,
        exists (select 1 from card_attempts where intent_id = intent.id) as tried
      from ${latest(request, limit)}
    ) seen
  `.execute(executor)
  return rows[0] ?? { created: 0, opened: 0, attempted: 0, approved: 0 }
}

/** Cards that were refused for the latest `limit` intents of each merchant, by the acquirer's word for why. */
export const countCardRefusals = async (
  executor: Executor,
  request: OverviewRequest,
  limit: number,
): Promise<readonly { readonly reason: string | null; readonly count: number }[]> => {
  const { rows } = await sql<{ reason: string | null; count: number }>`
    select refusal_reason as reason, count(*)::integer as count from ${latest(request, limit)}
    join card_attempts on intent_id = intent.id and card_attempts.status = 'refused'
    group by 1
  `.execute(executor)
  return rows
}
