// Free of zod: the checkout page imports this file, and types of checkout-schemas.ts.

/**
 * Where the checkout page reaches its session: `{prefix}{path}`. The prefix is `/checkout/v1` in the widget, with
 * `Authorization: Bearer <widget_data.access_token>` and `x-checkout-client`, and `/pay/{payment_intent_id}` on the
 * hosted page, with that path's cookie.
 */
export const CHECKOUT_PREFIX = '/checkout/v1'
export const hostedPrefix = (paymentIntentId: string): string => `/pay/${paymentIntentId}`

/** The client of the document that asks; refused where it is not the session's own. */
export const CHECKOUT_CLIENT_HEADER = 'x-checkout-client'

/** The framed document: its `frame-ancestors` are the client's origins. Without a client it can show messages only. */
export const framePath = (clientId: string | null): string =>
  clientId === null ? '/checkout/frame' : `/checkout/frame/${encodeURIComponent(clientId)}`

/** Asks for that document, in its query, as a page that is isolated from other origins lets it in. */
export const ISOLATED_QUERY = 'isolated'

/** Static files of the checkout page, named by content. */
export const CHECKOUT_ASSETS = '/checkout/assets'

/** Copies of items' pictures, by a token of the session's view. */
export const CHECKOUT_PICTURES = '/checkout/pictures'

/** Copies of merchants' logos, named by content. */
export const CHECKOUT_LOGOS = '/checkout/logos'

/**
 * The page on which a phone gives the documents of an identity check that was begun elsewhere, and the prefix of its
 * session. The link's token stands behind `#`, and so reaches no server but by `CHECKOUT_PHONE_OPEN`.
 */
export const CHECKOUT_PHONE = '/checkout/phone'
/** POST `{token}`: 204 with the phone's cookie, once; 401 for a link that does not open. */
export const CHECKOUT_PHONE_OPEN = '/checkout/phone/open'

/**
 * All POST with JSON, but for `upload` (PUT with the file as the body). Each answers `{data: SessionView}`. A page enters
 * its session first (POST `session`), and looks at it from then on (GET `session`), which changes nothing.
 */
export const CHECKOUT_PATHS = {
  session: '/session',
  pay: '/session/pay',
  challenge: '/session/challenge',
  /** The buyer leaves; after a refusal this declines the intent. */
  close: '/session/close',
  kycEmail: '/session/kyc/email',
  kycEmailCode: '/session/kyc/email-code',
  kycEmailResend: '/session/kyc/email-code/resend',
  kycIdentity: '/session/kyc/identity',
  kycPhoneCode: '/session/kyc/phone-code',
  kycPhoneResend: '/session/kyc/phone-code/resend',
  kycAddress: '/session/kyc/address',
  /** Append `/government_id`, `/government_id_back` or `/selfie`. */
  upload: '/session/kyc/files',
  kycSubmit: '/session/kyc/submit',
  /** Makes a link by which a phone gives the documents, in place of the last one. */
  kycPhone: '/session/kyc/phone',
} as const

/** What the bank's nested document posts to its parent when the buyer has answered. */
export const CHALLENGE_DONE = 'coinslot:challenge-done'

/** What the document itself says of who charges: on every screen, also before the session is known and without one. */
export interface MerchantProfile {
  readonly name: string
  /** Where the service has the merchant's logo, on its own origin; null where the merchant has given none. */
  readonly logo: string | null
  readonly terms_url: string | null
  readonly privacy_url: string | null
}

/** The `<meta>` of the checkout document whose `content` is the MerchantProfile as JSON; empty where there is none. */
export const MERCHANT_META = 'merchant'

/**
 * The `<meta>` of the checkout document whose `content` names the brands of cards that are taken, as card-validator names
 * their types, with commas between them; empty where the acquirer does not say.
 */
export const BRANDS_META = 'brands'

export { hasCardExpired } from './card-expiry.ts'
export { isolatedWords } from './isolated-words.ts'
export { PHONE_WARNING_META } from './phone-warning.ts'
export { hasPostalCodes } from './postal-codes.ts'
export { formatPrice, withLatinDigits } from './price.ts'
export { UPLOAD_MAX_BYTES, UPLOAD_TYPES, UPLOAD_TYPES_OF } from './uploads.ts'
export type {
  CheckoutProblem,
  PayRequest,
  RefusalReason,
  SessionView,
  UploadKind,
  WidgetData,
} from './checkout-schemas.ts'
