import { sql } from 'kysely'
import type { Executor } from '../src/db/database.ts'
import type { SubscriptionKey } from '../src/webhooks/subscription-store.ts'

/** Stores a merchant with an enabled subscription, which has no key to sign with: nothing can be sent to it. */
export const insertEnabledSubscription = async (
  executor: Executor,
  { id, merchantId }: SubscriptionKey,
  at: Date,
): Promise<void> => {
  await sql`insert into merchants (id, name, created_at) values (${merchantId}, 'Coins', ${at})`.execute(executor)
  await sql`
    insert into webhook_subscriptions (id, merchant_id, description, endpoint, status, created_at)
    values (${id}, ${merchantId}, '', 'https://coins.example', 'enabled', ${at})
  `.execute(executor)
}
