import type { EventType } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'

export interface RecordedEvent {
  readonly id: string
  readonly merchantId: string
  readonly type: EventType
  readonly body: string
  readonly createdAt: Date
}

/** Events recorded from a time on, in their order. @param merchantId null for every merchant's. */
export const eventsSince = (executor: Executor, since: Date, merchantId: string | null): Promise<RecordedEvent[]> => {
  const query = executor
    .selectFrom('webhook_events')
    .select(['id', 'merchant_id as merchantId', 'type', 'body', 'created_at as createdAt'])
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
  return (merchantId === null ? query : query.where('merchant_id', '=', merchantId)).execute()
}
