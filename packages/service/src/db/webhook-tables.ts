import type { Attempt, DeliveryStatus, EventType, SubscriptionStatus } from '@coinslot/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null, Date | null>

interface WebhookSubscriptionTable {
  id: string
  merchant_id: string
  description: string
  endpoint: string
  status: SubscriptionStatus
  event_types: EventType[] | null
  disabled_at: NullableTimestamp
  failing_since: NullableTimestamp
  is_catching_up: Generated<boolean>
  created_at: Timestamp
}

interface WebhookKeyTable {
  merchant_id: string
  subscription_id: string
  id: string
  key_encrypted: Buffer
  created_at: Timestamp
  expires_at: NullableTimestamp
}

interface WebhookEventTable {
  merchant_id: string
  id: string
  type: EventType
  subject: string
  body: string
  created_at: Timestamp
}

interface DeliveryColumns {
  merchant_id: string
  subscription_id: string
  event_at: Timestamp
  event_id: string
  id: string
  event_type: EventType
  attempts: JSONColumnType<Attempt[]>
  created_at: Timestamp
}

/** Deliveries that are still to be attempted. */
interface WebhookQueueTable extends DeliveryColumns {
  body: string
  subscription_hash: number
  subject_hash: number
  step: number
  due_at: Timestamp
  lease: Generated<string | null>
  leased_until: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Deliveries that have ended. */
interface WebhookDeliveryTable extends DeliveryColumns {
  status: Exclude<DeliveryStatus, 'pending'>
}

interface WebhookBackfillTable {
  merchant_id: string
  subscription_id: string
  kind: 'resume' | 'replay'
  since: Timestamp
  started_at: Timestamp
  walked_at: NullableTimestamp
  walked_id: string
  reached_at: Timestamp
  reached_id: string
  queued: number
}

export interface WebhookTables {
  webhook_subscriptions: WebhookSubscriptionTable
  webhook_keys: WebhookKeyTable
  webhook_events: WebhookEventTable
  webhook_queue: WebhookQueueTable
  webhook_deliveries: WebhookDeliveryTable
  webhook_backfills: WebhookBackfillTable
}
