import type { ThemeInput, WidgetEventName } from '../channel.ts'

/** Where the page runs: in a merchant's page, or as the hosted page of its own. */
export interface Host {
  readonly mode: 'frame' | 'hosted'
  /** Where and as whom the session is reached; null where there is only `errorCode` to show. */
  readonly access: SessionAccess | null
  readonly errorCode: string | null
  readonly paymentIntentId: string | null
  readonly locale: string | null
  readonly theme: ThemeInput
  /** Tells the merchant's page; `final` takes the frame away. Does nothing on the hosted page. */
  readonly tell: (name: WidgetEventName, paymentIntentId: string | null, final: boolean) => void
  /** Calls `leave` as often as the merchant's page asks to leave, what it asked before included. Never on the hosted page. */
  readonly onLeaveAsked: (leave: () => void) => void
  /** Has the merchant's page scroll a part of the frame into view. Does nothing on the hosted page, which scrolls itself. */
  readonly reveal: (topPx: number, heightPx: number) => void
}

/**
 * Whether the first step of the session is almost surely the card form, by what the merchant's page says of it. A guess
 * that may only decide what is drawn before the service's own answer.
 */
export const expectsCard = ({ mode, access, errorCode, paymentIntentId }: Host): boolean =>
  mode === 'frame' && access !== null && errorCode === null && paymentIntentId !== null

export interface SessionAccess {
  /** Before the paths of the checkout API. */
  readonly prefix: string
  readonly headers: Readonly<Record<string, string>>
}
