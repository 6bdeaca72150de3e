/** What names a delivery in the database: one event on its way to one subscription. */
export interface DeliveryKey {
  readonly merchantId: string
  readonly subscriptionId: string
  readonly eventAt: Date
  readonly eventId: string
}

/** A delivery's key under the names of its columns. */
export const keyColumns = ({ merchantId, subscriptionId, eventAt, eventId }: DeliveryKey) => ({
  merchant_id: merchantId,
  subscription_id: subscriptionId,
  event_at: eventAt,
  event_id: eventId,
})

/** Later than any event; an id that was made up may hold a time that the database cannot read. */
const LAST_MS = Date.UTC(9999, 0)

/** The time of its event, which the first 48 bits of a delivery's id hold. */
export const eventAtOf = (deliveryId: string): Date =>
  new Date(Math.min(Number.parseInt(deliveryId.replaceAll('-', '').slice(0, 12), 16), LAST_MS))
