import type { KycLevel, KycOutcome } from '@coinslot/contract'
import type { CheckState } from '@coinslot/contract/dashboard-operations'
import { type RawBuilder, sql } from 'kysely'
import { isOlder, type SearchedPage, searchPage, type TimedPlace } from '../db/bounded-search.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import { type Sealed, sealedAt } from '../db/sealed.ts'
import { customerPlace } from './customer-store.ts'
import { sessionPlace } from './session-store.ts'

/** One identity check as it is listed; what is personal is still sealed. */
export interface CheckRecord {
  readonly id: string
  readonly merchantId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly submittedAt: Date | null
  readonly level: KycLevel
  readonly outcome: KycOutcome | null
  readonly externalId: string | null
  readonly intentId: string | null
  readonly email: Sealed | null
  readonly wallet: Sealed | null
  /** RFC 3339 with microseconds: where the page after this row begins. */
  readonly position: string
}

interface CheckRow extends Omit<CheckRecord, 'email' | 'wallet'> {
  readonly customerId: string
  readonly emailEncrypted: Buffer | null
  readonly walletEncrypted: Buffer | null
}

export interface CheckPage {
  readonly merchantIds: readonly string[]
  readonly level: number | undefined
  readonly state: CheckState | undefined
  /** The last check of the page before. */
  readonly before: TimedPlace | null
  readonly limit: number
  readonly searchedRows: number
  readonly now: Date
}

const POSITION = exactTime('found.created_at')

const stateIs = (state: CheckState, now: Date): RawBuilder<unknown> => {
  if (state === 'open') return sql`outcome is null and submitted_at is null and expires_at > ${now}`
  if (state === 'lapsed') return sql`outcome is null and submitted_at is null and expires_at <= ${now}`
  if (state === 'submitted') return sql`outcome is null and submitted_at is not null`
  return sql`outcome = ${state}`
}

const within = ({ before }: CheckPage): RawBuilder<unknown> =>
  before === null ? sql`true` : sql`(created_at, id) < (${before.at}::timestamptz, ${before.id}::uuid)`

const readRows = async (executor: Executor, page: CheckPage, depth: number, wanted: number) => {
  const { merchantIds, level, state, now } = page
  const { rows } = await sql<CheckRow>`
    select found.id, found.merchant_id as "merchantId", found.created_at as "createdAt", found.expires_at as "expiresAt",
      submitted_at as "submittedAt", found.level, outcome, external_id as "externalId", intent_id as "intentId",
      customer.id as "customerId", customer.email_encrypted as "emailEncrypted", wallet_encrypted as "walletEncrypted", ${POSITION} as position
    from (
      select found.* from unnest(${[...merchantIds]}::uuid[]) as asked (merchant)
      cross join lateral (
        select * from (
          select * from kyc_sessions where merchant_id = asked.merchant and ${within(page)}
          order by created_at desc, id desc limit ${depth}::integer
        ) looked_at
        where ${level === undefined ? sql`true` : sql`level = ${level}`} and ${state === undefined ? sql`true` : stateIs(state, now)}
        order by created_at desc, id desc limit ${wanted}::integer
      ) found
      order by created_at desc, id desc limit ${wanted}::integer
    ) found
    join kyc_customers customer on customer.id = found.customer_id
    order by found.created_at desc, found.id desc
  `.execute(executor)
  return rows.map(({ customerId, emailEncrypted, walletEncrypted, ...row }) => ({
    ...row,
    email: sealedAt(emailEncrypted, customerPlace(customerId, 'email_encrypted')),
    wallet: sealedAt(walletEncrypted, sessionPlace(row.id, 'wallet_encrypted')),
  }))
}

const readCut = async (executor: Executor, page: CheckPage, depth: number): Promise<TimedPlace | null> => {
  const { rows } = await sql<TimedPlace>`
    select ${POSITION} as at, found.id from unnest(${[...page.merchantIds]}::uuid[]) as asked (merchant)
    cross join lateral (
      select created_at, id from kyc_sessions where merchant_id = asked.merchant and ${within(page)}
      order by created_at desc, id desc offset ${depth - 1}::integer limit 1
    ) found
    order by created_at desc, id desc limit 1
  `.execute(executor)
  return rows[0] ?? null
}

/** One page of identity checks, the newest first; a filter looks at a bounded number of them. */
export const listChecks = (executor: Executor, page: CheckPage): Promise<SearchedPage<CheckRecord, TimedPlace>> => {
  const from = (cut: TimedPlace | null): CheckPage => ({ ...page, before: cut ?? page.before })
  return searchPage<CheckRecord, TimedPlace>({
    lists: page.merchantIds.length,
    limit: page.limit,
    searchedRows: page.searchedRows,
    leavesOut: page.level !== undefined || page.state !== undefined,
    readRows: (cut, depth, wanted) => readRows(executor, from(cut), depth, wanted),
    readCut: (cut, depth) => readCut(executor, from(cut), depth),
    placeOf: ({ position: at, id }) => ({ at, id }),
    isOlder,
  })
}

export interface CheckOfIntent extends Pick<CheckRecord, 'id' | 'createdAt' | 'submittedAt' | 'level'> {
  /** When it was approved or rejected. */
  readonly decidedAt: Date | null
}

/** The check that a payment asked for, if it did. */
export const findCheckOfIntent = async (executor: Executor, intentId: string): Promise<CheckOfIntent | null> => {
  const row = await executor
    .selectFrom('kyc_sessions')
    .select(['id', 'created_at as createdAt', 'submitted_at as submittedAt', 'decided_at as decidedAt', 'level'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row ?? null
}
