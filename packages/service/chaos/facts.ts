import { sql } from 'kysely'
import { insist, type World } from './world.ts'

export interface StoredIntent {
  readonly id: string
  readonly merchant_id: string
  readonly status: string
  readonly amount: string
  readonly key_hash: Buffer
  readonly finalised_at: Date | null
  readonly created_at: Date
}

export interface StoredAttempt {
  readonly id: string
  readonly intent_id: string
  readonly attempt_key: string
  readonly status: string
}

export interface StoredEvent {
  readonly id: string
  readonly merchant_id: string
  readonly type: string
  readonly subject: string
  readonly body: string
}

interface Arrival {
  readonly merchantId: string
  readonly eventId: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** What each side holds when a run has come to rest. */
export interface Facts {
  readonly intents: readonly StoredIntent[]
  readonly attempts: readonly StoredAttempt[]
  readonly events: readonly StoredEvent[]
  /** Deliveries that ended without success. */
  readonly failedDeliveries: number
  readonly delivered: readonly { readonly event_id: string }[]
  readonly arrivals: readonly Arrival[]
}

const isPayment = ({ type }: StoredEvent): boolean => type.startsWith('payment_')

export const readFacts = async ({ db, endpoint }: World): Promise<Facts> => ({
  intents: (await sql<StoredIntent>`select * from payment_intents`.execute(db)).rows,
  attempts: (await sql<StoredAttempt>`select * from card_attempts`.execute(db)).rows,
  events: (await sql<StoredEvent>`select * from webhook_events`.execute(db)).rows.filter(isPayment),
  failedDeliveries: (await sql`select 1 from webhook_deliveries where status = 'failed'`.execute(db)).rows.length,
  delivered: (
    await sql<{ event_id: string }>`select event_id from webhook_deliveries where status = 'delivered'`.execute(db)
  ).rows,
  arrivals: endpoint.received.map(({ path, headers, body }) => ({
    merchantId: path.split('/').at(-1) ?? '',
    eventId: String(headers['webhook-id']),
    body,
    headers,
  })),
})

/** How much is still to happen before a run has come to rest. */
export const countOpen = async ({ db }: World): Promise<number> => {
  const { rows } = await insist(() =>
    sql<{ open: number }>`
      select (
        (select count(*) from payment_intents where status = 'Created') +
        (select count(*) from card_attempts where status in ('authorising', 'challenged', 'reversing')) +
        (select count(*) from webhook_queue) + (select count(*) from webhook_backfills)
      )::int as open
    `.execute(db),
  )
  return rows[0]?.open ?? 0
}

/** What would happen within days happens now: intents expire, pauses before another try are over, and so are leases. */
export const letTimePass = async ({ db }: World): Promise<void> => {
  const statements = [
    sql`update payment_intents set expires_at = now() where status = 'Created' and expires_at > now()`,
    sql`update card_attempts set check_at = now() where status in ('authorising', 'challenged', 'reversing') and check_at > now()`,
    sql`update webhook_queue set due_at = now() where due_at > now()`,
    sql`update webhook_queue set leased_until = now() where leased_until > now()`,
  ]
  for (const statement of statements) await insist(() => statement.execute(db))
}
