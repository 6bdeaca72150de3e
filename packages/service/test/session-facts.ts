import { webhookEventSchema, type WebhookEvent } from '@coinslot/contract'
import type { TestService } from './harness.ts'

/** The status of an intent as it is stored. */
export const storedStatus = async ({ deps }: TestService, intentId: string): Promise<string> => {
  const query = deps.db.selectFrom('payment_intents').select('status').where('id', '=', intentId)
  return (await query.executeTakeFirstOrThrow()).status
}

/** The statuses of intents as they are stored, by id, and the events recorded about them. */
export const outcomesOf = async ({ deps: { db } }: TestService, intents: readonly { readonly id: string }[]) => {
  const ids = intents.map(({ id }) => id)
  const rows = await db.selectFrom('payment_intents').select(['id', 'status']).where('id', 'in', ids).execute()
  const events = await db.selectFrom('webhook_events').select(['subject', 'type']).where('subject', 'in', ids).execute()
  return { statuses: new Map(rows.map(({ id, status }) => [id, status])), events }
}

/** What became of the cards tried for an intent, oldest first. */
export const storedAttempts = async ({ deps }: TestService, intentId: string): Promise<string[]> => {
  const query = deps.db.selectFrom('card_attempts').select('status').where('intent_id', '=', intentId)
  return (await query.orderBy('created_at').execute()).map(({ status }) => status)
}

/** The events recorded about an intent or a KYC session, oldest first. */
export const recordedEvents = async ({ deps }: TestService, subject: string): Promise<WebhookEvent[]> => {
  const query = deps.db.selectFrom('webhook_events').select('body').where('subject', '=', subject)
  const rows = await query.orderBy('created_at').orderBy('id').execute()
  return rows.map(({ body }) => webhookEventSchema.parse(JSON.parse(body)))
}
export const recordedTypes = async (service: TestService, subject: string): Promise<string[]> =>
  (await recordedEvents(service, subject)).map(({ type }) => type)

/** The events that name a customer, oldest first. */
export const eventsAbout = async ({ deps }: TestService, externalId: string): Promise<WebhookEvent[]> => {
  const rows = await deps.db.selectFrom('webhook_events').select('body').orderBy('created_at').orderBy('id').execute()
  const events = rows.map(({ body }) => webhookEventSchema.parse(JSON.parse(body)))
  return events.filter(({ data }) => 'external_id' in data && data.external_id === externalId)
}
