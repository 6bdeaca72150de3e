// What the widget script and the checkout page say to each other. Scripts of earlier versions stay served and meet the
// newest page: messages are added, never changed.

/** Grows when an older page could not understand a newer script. */
export const CHANNEL_PROTOCOL = 1

/** `type` of the one message that crosses windows; it carries the port, and all others travel on that port. */
export const CHANNEL_OPEN = 'coinslot:open'

/** In its place where there is no session yet: the card form is drawn, and `CHANNEL_OPEN` follows on the port. */
export const CHANNEL_PREPARE = 'coinslot:prepare'

/** What a merchant may set of the looks, unchecked: the page takes only values it can validate. */
export interface ThemeInput {
  readonly accent?: string | undefined
  readonly radius?: string | undefined
  readonly fontScale?: string | undefined
  readonly colorScheme?: string | undefined
}

/** Script → page, once per document: opens the session, or draws the form for the one that follows. */
export interface Greeting {
  readonly type: typeof CHANNEL_OPEN | typeof CHANNEL_PREPARE
  readonly protocol: number
  /** Of scripts that tell their init calls apart by it; echoed in `ready`. */
  readonly instance?: string
  /** Null where nothing was created, or not yet: then there is only `errorCode` to show, or the form. */
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
  | Greeting
  /** The merchant's page wants to leave: the same as a press of Close. */
  | { readonly type: 'close' }

/** Page → script. */
export type FrameMessage =
  | { readonly type: 'ready'; readonly instance?: string | undefined }
  /** The card form is drawn, without a session. */
  | { readonly type: 'prepared' }
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
