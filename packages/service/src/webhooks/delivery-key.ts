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

/** The time of its event, which the first 48 bits of a delivery's id hold. */
export const eventAtOf = (deliveryId: string): Date =>
  new Date(Number.parseInt(deliveryId.replaceAll('-', '').slice(0, 12), 16))
