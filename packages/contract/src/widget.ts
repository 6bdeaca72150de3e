// Free of zod: the browser package and the widget script import this file alone.

/** The script's public contract with a merchant's page. @see decisions.md §6 */
export interface WidgetContract {
  /** Name of the function on `window` that opens the widget. */
  readonly initFunction: string
  readonly containerId: string
  readonly events: {
    /** The script is ready for init. */
    readonly loaded: string
    /** The buyer leaves from the success screen. */
    readonly success: string
    /** The buyer leaves from any other screen. */
    readonly closed: string
    readonly kycSuccess: string
    readonly kycFailure: string
  }
}

// Apart from the contract, so that the loader need not carry the other names.
export const FORTE_INIT_FUNCTION = 'initFortePaymentsWidget'
export const FORTE_LOADED_EVENT = 'FortePaymentsWidgetLoaded'

/** The live service's names. */
export const FORTE_CONTRACT = {
  initFunction: FORTE_INIT_FUNCTION,
  containerId: 'forte-payments-widget-container',
  events: {
    loaded: FORTE_LOADED_EVENT,
    success: 'FortePaymentsBuyVdaSuccess',
    closed: 'FortePaymentsWidgetClosed',
    kycSuccess: 'ForteKycSuccess',
    kycFailure: 'ForteKycFailure',
  },
} as const satisfies WidgetContract

/** The `detail` of every window event of the widget. */
export interface WidgetEventDetail {
  /** Present where there is an intent. */
  readonly paymentIntentId?: string | undefined
  /** The container that the session stands in; the live service does not tell it. */
  readonly containerId?: string | undefined
}

/** What the init function takes: `data` is the whole `data` object of an intent or KYC response. */
export interface WidgetInit {
  readonly containerId: string
  readonly data: unknown
}

/** What the init function gives; the live service's gives nothing. */
export interface OpenedWidget {
  /** The frame has answered and has the session. Rejects with an Error whose message says why it has not, and the mend. */
  readonly ready: Promise<void>
  /**
   * Leaves as Close in the widget does: the service is asked, and one of the events tells the end. Where the buyer is
   * paying, the widget stays until that is answered; where they have paid, it says so and stays.
   */
  close(): void
}

/** As high as the card form is in most places, and so what stands in its place before it. */
export const FORM_HEIGHT_PX = 570

/** What `prepare` takes. */
export interface WidgetPreparation {
  readonly containerId: string
  /** The merchant's public id, as its manifest answer tells it. */
  readonly clientId: string
}

/** What `prepare` gives: the client's own checkout document, loaded unseen where init will want it. */
export interface PreparedWidget {
  /**
   * Shows its card form, which takes input and sends nothing before init.
   * @returns false where the frame has given way: to another item, after 5 minutes, or to whatever emptied the container.
   */
  show(): boolean
  /** Takes the frame away, unless it has been shown. */
  discard(): void
}

/** The function of the script's name on `window`. */
export interface WidgetInitFunction {
  (init: WidgetInit): OpenedWidget | void
  /** At most one frame waits on a page; `init` on its container adopts it. The live service's script has no such thing. */
  readonly prepare?: (preparation: WidgetPreparation) => PreparedWidget
}

/** @see service.md, "Widget manifest" */
export interface WidgetManifest {
  /** `payments-widget-MAJOR.MINOR.PATCH.js`, served at `{base_url}/widget/{file_name}`. */
  readonly file_name: string
  readonly integrity: {
    /** `sha384-` and the base64 of the digest, as in an `integrity` attribute. */
    readonly digest: string
    /** Written `sha-384`; readers also accept `sha384`. */
    readonly type: 'sha-384' | 'sha384'
  }
}

/** What a merchant's backend answers with at `GET {basePath}/manifest`, and what its pages hold inline. */
export interface ManifestAnswer {
  readonly data: WidgetManifest
  /** Absolute address of the script that `data` names. */
  readonly script_url: string
  /** The merchant's public client id, by which a page prepares the client's own checkout document; absent from older backends. */
  readonly client_id?: string
}

export const WIDGET_FILE_NAME: RegExp = /^payments-widget-\d+\.\d+\.\d+\.js$/
export const WIDGET_DIGEST: RegExp = /^sha384-[A-Za-z0-9+/]{64}$/
