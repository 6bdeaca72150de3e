// What the widget script and the checkout page say to each other. Scripts of earlier versions stay served and meet the
// newest page: messages are added, never changed.

/** Grows when an older page could not understand a newer script. */
export const CHANNEL_PROTOCOL = 1

/** `type` of the one message that crosses windows; it carries the port, and all others travel on that port. */
export const CHANNEL_OPEN = 'coinslot:open'

/** What a merchant may set of the looks, unchecked: the page takes only values it can validate. */
export interface ThemeInput {
  readonly accent?: string | undefined
  readonly radius?: string | undefined
  readonly fontScale?: string | undefined
  readonly colorScheme?: string | undefined
}

/** Script → page, once a document: opens the session. */
export interface OpenMessage {
  readonly type: typeof CHANNEL_OPEN
  readonly protocol: number
  /** One init call; echoed in `ready`, so that an answer meant for another instance is ignored. */
  readonly instance: string
  /** Null where nothing was created: there is only `errorCode` to show. */
  readonly token: string | null
  readonly errorCode: string | null
  readonly paymentIntentId: string | null
  /** The language of the container or its page, where one is declared. */
  readonly locale: string | null
  readonly theme: ThemeInput
}

export type WidgetEventName = 'success' | 'closed' | 'kycSuccess' | 'kycFailure'

/** Script → page, on the port. */
export type ScriptMessage =
  /** The merchant's page wants to leave: the same as a press of Close. */
  { readonly type: 'close' }

/** Page → script. */
export type FrameMessage =
  | { readonly type: 'ready'; readonly instance: string }
  | { readonly type: 'height'; readonly heightPx: number }
  /** Escape was pressed in the frame, where the merchant's page does not hear it. */
  | { readonly type: 'escape' }
  /** A new step has come: what it begins with, from the top of the frame, is to be in view. */
  | { readonly type: 'reveal'; readonly topPx: number; readonly heightPx: number }
  | {
      readonly type: 'event'
      readonly name: WidgetEventName
      readonly paymentIntentId: string | null
      /** The session ends with this event and the frame goes away. */
      readonly final: boolean
    }
