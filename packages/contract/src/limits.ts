import { UPLOAD_MAX_BYTES } from './uploads.ts'

/** Every bound of the wire in one place. @see service.md, "Limits"; decisions.md §1–9 */
export const LIMITS = {
  /** Items per intent: exactly one. */
  items: 1,
  idempotencyKeyLength: 1000,
  referenceLength: 100,
  /** Ids in one statuses request, 1 to 100. */
  paymentIntentIds: 100,
  /** Entries in one statuses response. */
  statuses: 1000,
  redirectTokenSeconds: 30,
  subscriptionIdLength: 36,
  amountMin: '0.01',
  amountMax: '999999.99',
  /** Minutes from creation to expiry of an intent. */
  intentMinutes: 30,
  /** Cards a buyer may try in one session. */
  cardAttempts: 3,
  accessTokenSeconds: 3600,
  /** Of a client id and of a client secret. */
  credentialLength: 255,
  /** Enabled subscriptions per merchant, by mode. */
  enabledSubscriptions: { sandbox: 3, production: 1 },
  /** Subscriptions per merchant, disabled ones included. */
  subscriptions: 100,
  webhookTimeoutSeconds: 15,
  /** Bytes read of a webhook endpoint's answer. */
  webhookResponseBytes: 65_536,
  /** How far a webhook's timestamp may be from now, both ways, unless told otherwise. */
  webhookToleranceSeconds: 300,
  /** Hours for which a rotated signing key goes on signing, and a client secret that is kept signing in, beside the new one. */
  rotatedKeyHours: 24,
  /** Signing keys of one subscription at once: the current one, and those rotated in the hours before. */
  signingKeys: 10,
  /** Days for which delivery attempts can be read. */
  deliveryRetentionDays: 30,
  /** Attempts of one delivery that can be read, the latest. */
  deliveryAttempts: 100,
  /** Days with nothing but failures after which a subscription is disabled. */
  failingDays: 5,
  requestBodyBytes: 65_536,
  requestDepth: 20,
  emailLength: 254,
  urlLength: 2048,
  itemIdLength: 255,
  titleLength: 255,
  descriptionLength: 2000,
  buyerIdLength: 255,
  walletAddressLength: 255,
  blockchainLength: 64,
  subscriptionDescriptionLength: 255,
  /** Bytes of one identity document or selfie. */
  uploadBytes: UPLOAD_MAX_BYTES,
  /** Wrong one-time codes before a new one must be sent. */
  codeAttempts: 5,
  codeMinutes: 10,
  /** Codes sent to one mailbox or number in one KYC session. */
  codesSent: 5,
  /** Codes sent to one mailbox or number from all sessions, since the last right answer from there. */
  codesPerDestination: { hour: 10, day: 20 },
  /** Wrong answers to codes of one mailbox or number in all sessions, since the last right one. */
  wrongCodesPerDestination: { hour: 25, day: 50 },
  /** Hours a KYC session can be worked on after it was opened. */
  kycSessionHours: 24,
  deliveriesPageMax: 100,
} as const
