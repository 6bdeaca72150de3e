import { FORTE_CONTRACT, type WidgetEventDetail } from '@coinslot/contract/widget'

/** Tells the merchant's page, by an event on `window`. */
export const emit = (
  name: keyof typeof FORTE_CONTRACT.events,
  paymentIntentId?: string | null,
  containerId?: string,
): void => {
  const detail: WidgetEventDetail = { paymentIntentId: paymentIntentId ?? undefined, containerId }
  dispatchEvent(new CustomEvent(FORTE_CONTRACT.events[name], { detail }))
}
