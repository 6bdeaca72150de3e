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
  created_at: Timestamp
}

interface WebhookKeyTable {
  id: string
  subscription_id: string
  key_encrypted: Buffer
  created_at: Timestamp
  expires_at: NullableTimestamp
}

interface WebhookEventTable {
  id: string
  seq: Generated<number>
  merchant_id: string
  type: EventType
  subject: string
  body: string
  created_at: Timestamp
}

interface WebhookDeliveryTable {
  id: string
  seq: Generated<number>
  subscription_id: string
  event_id: string
  lane: string
  event_type: EventType
  status: DeliveryStatus
  step: number
  due_at: Timestamp
  lease: string | null
  leased_until: NullableTimestamp
  attempts: JSONColumnType<Attempt[]>
  created_at: Timestamp
}

export interface WebhookTables {
  webhook_subscriptions: WebhookSubscriptionTable
  webhook_keys: WebhookKeyTable
  webhook_events: WebhookEventTable
  webhook_deliveries: WebhookDeliveryTable
}
