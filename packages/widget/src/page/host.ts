import type { SessionView } from '@coinslot/contract/checkout'
import type { ThemeInput, WidgetEventName } from '../channel.ts'

/** Where the page runs: in a merchant's page, or as the hosted page of its own. */
export interface Host {
  readonly mode: 'frame' | 'hosted'
  /** There is no session yet, and the card form is to be drawn for when it comes. */
  readonly isPrepared: boolean
  /** Where and as whom the session is reached; null where there is only `errorCode` to show. */
  readonly access: SessionAccess | null
  readonly errorCode: string | null
  /** What `errorCode` refuses. */
  readonly flow: SessionView['flow']
  readonly paymentIntentId: string | null
  readonly locale: string | null
  readonly theme: ThemeInput
  /** Tells the merchant's page; `final` takes the frame away. Does nothing on the hosted page. */
  readonly tell: (name: WidgetEventName, paymentIntentId: string | null, final: boolean) => void
  /** To be called once the page is drawn. */
  readonly drawn: () => void
  /** Has the merchant's page scroll a part of the frame into view. Does nothing on the hosted page, which scrolls itself. */
  readonly reveal: (topPx: number, heightPx: number) => void
}

/** No merchant's page frames the document: nobody is told anything. */
export const UNFRAMED: Host = {
  mode: 'hosted',
  isPrepared: false,
  access: null,
  errorCode: null,
  flow: 'PAYMENT',
  paymentIntentId: null,
  locale: null,
  theme: {},
  tell: () => {},
  drawn: () => {},
  reveal: () => {},
}

/**
 * Whether the first step of the session is almost surely the card form, by what the merchant's page says of it. A guess
 * that may only decide what is drawn before the service's own answer.
 */
export const expectsCard = ({ mode, isPrepared, access, errorCode, paymentIntentId }: Host): boolean =>
  isPrepared || (mode === 'frame' && access !== null && errorCode === null && paymentIntentId !== null)

export interface SessionAccess {
  /** Before the paths of the checkout API. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
}
