import type { CoinslotError } from './errors.ts'

/** What every event of a session tells. */
export interface SessionDetail {
  /** Present where the session has a payment intent. */
  readonly paymentIntentId?: string
}
export type ReadyDetail = SessionDetail
export interface SuccessDetail {
  readonly paymentIntentId: string
}
export type CloseDetail = SessionDetail
export type KycSuccessDetail = SessionDetail
export type KycFailureDetail = SessionDetail
export interface ErrorDetail {
  readonly error: CoinslotError
}

class SessionEvent<Detail> extends CustomEvent<Detail> {
  constructor(type: string, detail: Detail) {
    super(type, { detail, bubbles: true, composed: true })
  }
}

/** The widget's frame has answered, and has the session. */
export class CoinslotReadyEvent extends SessionEvent<ReadyDetail> {}
/** The buyer has paid and left. Deliver on the webhook, not on this. */
export class CoinslotSuccessEvent extends SessionEvent<SuccessDetail> {}
/** The buyer has left from any other screen than success. */
export class CoinslotCloseEvent extends SessionEvent<CloseDetail> {}
/** A verification was passed. In a payment, the payment goes on. */
export class CoinslotKycSuccessEvent extends SessionEvent<KycSuccessDetail> {}
/** A verification was rejected. A close follows. */
export class CoinslotKycFailureEvent extends SessionEvent<KycFailureDetail> {}
/** The session could not be opened. */
export class CoinslotErrorEvent extends SessionEvent<ErrorDetail> {}

/** The events of a session, dispatched on its container. They bubble and are composed. */
export interface CoinslotEventMap {
  'coinslot-ready': CoinslotReadyEvent
  'coinslot-success': CoinslotSuccessEvent
  'coinslot-close': CoinslotCloseEvent
  'coinslot-kyc-success': CoinslotKycSuccessEvent
  'coinslot-kyc-failure': CoinslotKycFailureEvent
  'coinslot-error': CoinslotErrorEvent
}

/** The class of each event. */
export const EVENTS = {
  ready: CoinslotReadyEvent,
  success: CoinslotSuccessEvent,
  close: CoinslotCloseEvent,
  'kyc-success': CoinslotKycSuccessEvent,
  'kyc-failure': CoinslotKycFailureEvent,
  error: CoinslotErrorEvent,
} as const

declare global {
  interface HTMLElementEventMap extends CoinslotEventMap {}
  interface DocumentEventMap extends CoinslotEventMap {}
  interface WindowEventMap extends CoinslotEventMap {}
}
