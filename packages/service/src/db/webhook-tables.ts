import type { Attempt, DeliveryStatus, EventType, SubscriptionStatus } from '@coinslot/contract'
import type { Generated, JSONColumnType } from 'kysely'

interface WebhookSubscriptionTable {
  id: string
  merchant_id: string
  description: string
  endpoint: string
  status: SubscriptionStatus
  event_types: EventType[] | null
  disabled_at: Date | null
  failing_since: Date | null
  last_failed_at: Generated<Date | null>
  times_enabled: Generated<number>
  is_catching_up: Generated<boolean>
  created_at: Date
}

interface WebhookKeyTable {
  merchant_id: string
  subscription_id: string
  id: string
  key_encrypted: Buffer
  created_at: Date
  expires_at: Date | null
}

interface WebhookEventTable {
  merchant_id: string
  id: string
  type: EventType
  subject: string
  body: string
  created_at: Date
}

interface DeliveryColumns {
  merchant_id: string
  subscription_id: string
  event_at: Date
  event_id: string
  id: string
  event_type: EventType
  attempts: JSONColumnType<Attempt[]>
  created_at: Date
}

/** Deliveries that are still to be attempted. */
interface WebhookQueueTable extends DeliveryColumns {
  body: string
  subscription_hash: number
  subject_hash: number
  step: number
  due_at: Date
  lease: string | null
  leased_until: Date | null
}

/** Deliveries that have ended. */
interface WebhookDeliveryTable extends DeliveryColumns {
  status: Exclude<DeliveryStatus, 'pending'>
}

interface WebhookBackfillTable {
  merchant_id: string
  subscription_id: string
  kind: 'resume' | 'replay'
  since: Date
  started_at: Date
  walked_at: Date | null
  walked_id: string
  reached_at: Date
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
