import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { KycLevel, KycOutcome } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import { dueIds } from '../db/due-ids.ts'
import { placeOf, type Sealed, sealedAt, type SealedColumn } from '../db/sealed.ts'
import type { Secrets } from '../platform/secrets.ts'
import { type KycCustomer, toCustomer } from './customer-store.ts'
import type { UploadState } from './upload-rules.ts'

/** A KYC session and the customer it is about. */
export interface KycSession {
  readonly id: string
  readonly merchantId: string
  readonly clientId: string
  readonly customerId: string
  /** The intent whose gate this is, if any. */
  readonly intentId: string | null
  readonly externalId: string | null
  readonly wallet: Sealed | null
  readonly level: KycLevel
  /** Given in this session and waiting for its code; encrypted. */
  readonly pendingEmail: Sealed | null
  readonly pendingFullName: Sealed | null
  readonly pendingPhone: Sealed | null
  readonly submittedAt: Date | null
  /** A rejection of the same customer has taken back since what this was sent off with: it vouches for itself alone. */
  readonly isTakenBack: boolean
  readonly outcome: KycOutcome | null
  readonly expiresAt: Date
  readonly uploads: UploadState
  /** The file that is on its way; null where none is. */
  readonly uploadId: string | null
  readonly customer: KycCustomer
}

/** Where something of a session stands. */
export const sessionPlace = (id: string, column: SealedColumn<'kyc_sessions'>) => placeOf('kyc_sessions', column, [id])

const selectSessions = (executor: Executor) =>
  executor
    .selectFrom('kyc_sessions')
    .innerJoin('kyc_customers', 'kyc_customers.id', 'kyc_sessions.customer_id')
    .select([
      'kyc_sessions.id',
      'kyc_sessions.merchant_id',
      'client_id',
      'customer_id',
      'intent_id',
      'external_id',
      'wallet_encrypted',
      'kyc_sessions.level',
      'pending_email_encrypted',
      'pending_full_name_encrypted',
      'pending_phone_encrypted',
      'submitted_at',
      'submitted_after',
      'rejections',
      'outcome',
      'expires_at',
      'uploads',
      'upload_id',
      'email_encrypted',
      'full_name_encrypted',
      'phone_encrypted',
      'address_encrypted',
      'documents_submitted_at',
      'kyc_customers.level as customer_level',
    ])
type SessionRow = InferResult<ReturnType<typeof selectSessions>>[number]

const toSession = (row: SessionRow): KycSession => ({
  id: row.id,
  merchantId: row.merchant_id,
  clientId: row.client_id,
  customerId: row.customer_id,
  intentId: row.intent_id,
  externalId: row.external_id,
  wallet: sealedAt(row.wallet_encrypted, sessionPlace(row.id, 'wallet_encrypted')),
  level: row.level,
  pendingEmail: sealedAt(row.pending_email_encrypted, sessionPlace(row.id, 'pending_email_encrypted')),
  pendingFullName: sealedAt(row.pending_full_name_encrypted, sessionPlace(row.id, 'pending_full_name_encrypted')),
  pendingPhone: sealedAt(row.pending_phone_encrypted, sessionPlace(row.id, 'pending_phone_encrypted')),
  submittedAt: row.submitted_at,
  isTakenBack: row.submitted_after !== null && row.submitted_after !== row.rejections,
  outcome: row.outcome,
  expiresAt: row.expires_at,
  uploads: { count: row.uploads, isUnderWay: row.upload_id !== null },
  uploadId: row.upload_id,
  customer: toCustomer({ ...row, id: row.customer_id, level: row.customer_level }),
})

export const findKycSession = async (executor: Executor, id: string): Promise<KycSession | null> => {
  const row = await selectSessions(executor).where('kyc_sessions.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/** The gate of an intent, if it has been opened. */
export const findGate = async (executor: Executor, intentId: string): Promise<KycSession | null> => {
  const row = await selectSessions(executor).where('intent_id', '=', intentId).executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/**
 * The session and its customer, which nobody else can change until the transaction ends; null where the customer has been
 * forgotten, be it while this waited.
 */
export const lockKycSession = async (transaction: Executor, id: string): Promise<KycSession | null> => {
  const row = await selectSessions(transaction).where('kyc_sessions.id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : toSession(row)
}

/** A customer's session that can be taken up again where it was left, or whose decision is waited for. */
export const findOpenSession = async (
  executor: Executor,
  { customerId, clientId, level }: { customerId: string; clientId: string; level: KycLevel },
  now: Date,
): Promise<string | null> => {
  const row = await executor
    .selectFrom('kyc_sessions')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('client_id', '=', clientId)
    .where('level', '=', level)
    .where('intent_id', 'is', null)
    .where(sql<boolean>`(outcome is null or outcome = 'pending')`)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

type Opened = 'id' | 'merchantId' | 'clientId' | 'customerId' | 'intentId' | 'externalId' | 'level'

export interface NewKycSession extends Pick<KycSession, Opened> {
  /** Encrypted. */
  readonly wallet: Buffer | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Opens a session; an intent has one gate, whoever opens it first. */
export const insertKycSession = async (executor: Executor, session: NewKycSession): Promise<void> => {
  await executor
    .insertInto('kyc_sessions')
    .values({
      id: session.id,
      merchant_id: session.merchantId,
      client_id: session.clientId,
      customer_id: session.customerId,
      intent_id: session.intentId,
      external_id: session.externalId,
      wallet_encrypted: session.wallet,
      level: session.level,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute()
}

/** What a session holds until its code is answered; null forgets it, and what is left out stays. */
interface PendingDetails {
  readonly email?: string | null
  readonly fullName?: string | null
  readonly phone?: string | null
}

/** Keeps what was given, encrypted. */
export const writePending = async (
  transaction: Executor,
  secrets: Secrets,
  id: string,
  { email, fullName, phone }: PendingDetails,
): Promise<void> => {
  const sealed = (value: string | null | undefined, column: SealedColumn<'kyc_sessions'>) =>
    typeof value === 'string' ? secrets.encrypt(value, sessionPlace(id, column)) : value
  await transaction
    .updateTable('kyc_sessions')
    .set({
      pending_email_encrypted: sealed(email, 'pending_email_encrypted'),
      pending_full_name_encrypted: sealed(fullName, 'pending_full_name_encrypted'),
      pending_phone_encrypted: sealed(phone, 'pending_phone_encrypted'),
    })
    .where('id', '=', id)
    .execute()
}

export const markSubmitted = async (transaction: Executor, id: string, at: Date, checkAt: Date): Promise<void> => {
  await transaction
    .updateTable('kyc_sessions')
    .set(({ selectFrom }) => ({
      submitted_at: at,
      check_at: checkAt,
      submitted_after: selectFrom('kyc_customers')
        .select('rejections')
        .whereRef('kyc_customers.id', '=', 'kyc_sessions.customer_id'),
    }))
    .where('id', '=', id)
    .execute()
}

/** Notes that a session waits for what is decided in another one, and when to look whether it still has to. */
export const markWaiting = async (transaction: Executor, id: string, lookAt: Date): Promise<void> => {
  await transaction.updateTable('kyc_sessions').set({ check_at: lookAt }).where('id', '=', id).execute()
}

export const writeOutcome = async (
  transaction: Executor,
  id: string,
  { outcome, checkAt, decidedAt }: { outcome: KycOutcome; checkAt: Date | null; decidedAt: Date | null },
): Promise<void> => {
  await transaction
    .updateTable('kyc_sessions')
    .set({ outcome, check_at: checkAt, decided_at: decidedAt })
    .where('id', '=', id)
    .execute()
}

/** Forgets what was given in sessions that have ended without its code being answered. */
export const forgetUnanswered = async (executor: Executor, now: Date): Promise<void> => {
  await executor
    .updateTable('kyc_sessions')
    .set({ pending_email_encrypted: null, pending_full_name_encrypted: null, pending_phone_encrypted: null })
    .where('expires_at', '<=', now)
    .where((where) =>
      where.or([where('pending_email_encrypted', 'is not', null), where('pending_phone_encrypted', 'is not', null)]),
    )
    .execute()
}

/** The conditions of the indexes. */
const UNDECIDED = sql`submitted_at is not null and (outcome is null or outcome = 'pending')`
const WAITING = sql`submitted_at is null and outcome is null and check_at is not null`

/** Sessions among these that are due by `now`; each is put off to `checkAt`, so that one process has it. */
const takeDue = async (
  executor: Executor,
  {
    among,
    checkAt,
    now,
    limit,
  }: { among: RawBuilder<unknown>; checkAt: RawBuilder<unknown>; now: Date; limit: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    update kyc_sessions set check_at = ${checkAt}
    where id = any (array(${dueIds({ table: 'kyc_sessions', among, now, limit })}))
    returning id
  `.execute(executor)
  return rows.map(({ id }) => id)
}

/** Sessions whose provider has to be asked (again) at `now`; each is put off to `nextAt`. */
export const takeUndecided = (executor: Executor, now: Date, nextAt: Date, limit: number): Promise<readonly string[]> =>
  takeDue(executor, { among: UNDECIDED, checkAt: sql`${nextAt}::timestamptz`, now, limit })

export type UndecidedCheck = Pick<KycSession, 'submittedAt' | 'outcome' | 'expiresAt'>

/**
 * Another session of the same customer and level that was sent off after `since` and is not decided; null where there is
 * none. One whose data a rejection has taken back since does not count: it vouches for itself alone.
 */
export const findUndecided = async (
  executor: Executor,
  { id, customerId, level }: Pick<KycSession, 'id' | 'customerId' | 'level'>,
  since: Date,
): Promise<UndecidedCheck | null> => {
  const { rows } = await sql<UndecidedCheck>`
    select submitted_at as "submittedAt", outcome, expires_at as "expiresAt"
    from kyc_sessions session join kyc_customers customer on customer.id = session.customer_id
    where session.customer_id = ${customerId} and session.level = ${level} and session.id <> ${id} and ${UNDECIDED}
      and submitted_at > ${since} and coalesce(submitted_after, rejections) = rejections
    limit 1
  `.execute(executor)
  return rows[0] ?? null
}

/** Waiting sessions to look at by `now`; each is put off to `nextAt`, and one that has ended for good. */
export const takeWaiting = (executor: Executor, now: Date, nextAt: Date, limit: number): Promise<readonly string[]> =>
  takeDue(executor, {
    among: WAITING,
    checkAt: sql`case when expires_at > ${now} then ${nextAt}::timestamptz end`,
    now,
    limit,
  })

/** Has the next sweep look at a customer's waiting sessions. One that somebody holds is being looked at. */
export const hastenWaiting = async (transaction: Executor, customerId: string, at: Date): Promise<void> => {
  await sql`
    update kyc_sessions set check_at = ${at} where id = any (array(
      select id from kyc_sessions where customer_id = ${customerId} and ${WAITING} for update skip locked
    ))
  `.execute(transaction)
}

export interface UndecidedChecks {
  /** `submitted` where the provider has said nothing yet, `pending` where it has said that it decides later. */
  readonly state: 'submitted' | 'pending'
  /** Seconds since the oldest of them was sent off. */
  readonly oldestSeconds: number
}

/** Sessions that have been sent off and are not decided, by what the provider has said. */
export const readUndecided = async (executor: Executor, now: Date): Promise<readonly UndecidedChecks[]> => {
  const { rows } = await sql<UndecidedChecks>`
    select coalesce(outcome, 'submitted') as state,
      extract(epoch from ${now}::timestamptz - min(submitted_at))::float8 as "oldestSeconds"
    from kyc_sessions where ${UNDECIDED} group by outcome
  `.execute(executor)
  return rows
}
