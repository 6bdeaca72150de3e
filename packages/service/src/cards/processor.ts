import type { RefusalReason } from '@coinslot/contract'
import type { Card } from './card-rules.ts'

/** One card to be charged, once. */
export interface AuthorisationRequest {
  /**
   * A UUID of ours, new for each attempt. It is the idempotency key of everything below: an acquirer that has seen it
   * before must not charge again but answer as it did. Send it as the acquirer's idempotency key or merchant reference.
   */
  readonly reference: string
  readonly card: Card
  /** Decimal string with two decimals; never a float. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** What appears on the buyer's statement or in the acquirer's console. */
  readonly description: string
  /** Aborts when the service stops waiting. The authorisation may still go through: see `CardProcessor.result`. */
  readonly signal: AbortSignal
}

/** Where an authorisation stands. */
export type AuthorisationResult =
  /** The whole amount is taken, or reserved for certain: the merchant is told to deliver. A part of it is no approval. */
  | { readonly state: 'approved' }
  /**
   * Final: the buyer may try another card. `reason` is the acquirer's, by what helps the buyer next, and shown to them;
   * leave it out where the acquirer gives none, or where the buyer must not learn of it, such as a suspicion of fraud.
   * `challengeFailed` where the bank's question was answered wrongly.
   */
  | { readonly state: 'refused'; readonly reason?: RefusalReason; readonly challengeFailed?: boolean }
  /**
   * The bank asks the buyer (3-D Secure). The page posts `data` as the form field `creq` to `url` in a nested frame.
   * Every call to `result` answers so until the bank has heard from the buyer. When it has, a document of the origin of
   * `url` posts CHALLENGE_DONE (of the contract) to its parent, and the service asks `result`.
   */
  | { readonly state: 'challenge'; readonly url: string; readonly data: string }
  /** Not decided yet: `result` is asked again until it is. */
  | { readonly state: 'pending' }

/** What a look-up of an authorisation finds; `unknown` where the acquirer has not received it. */
export type AuthorisationLookup = AuthorisationResult | { readonly state: 'unknown' }

/**
 * An acquirer. To add one, implement these three methods and pass the object as `processor` to the service's
 * dependencies; nothing else in the service knows how cards are charged.
 *
 * What the service does with it, which is all that an implementation has to bear:
 * - It calls `authorise` once for an attempt, never twice, because it keeps no card number to send again.
 * - When `authorise` throws, times out, or the process dies meanwhile, nobody knows whether the buyer was charged. The
 *   service then asks `result` until it gets an answer, and shows the buyer "processing" so long.
 * - When the answer is `unknown`, or comes after the intent has expired or was declined, it calls `cancel` until that
 *   succeeds, and only then lets the buyer try another card.
 * - Calls for one reference may come from several processes and overlap.
 *
 * Errors thrown must not carry the card: the service logs them.
 */
export interface CardProcessor {
  /**
   * Sources of the `frame-src` and `form-action` directives of the checkout page, such as `https:`, where challenges are
   * not asked by the service's own origin. Default: none.
   */
  readonly challengeOrigins?: readonly string[]

  /**
   * Brands of cards that are taken, as card-validator names their types (`visa`, `mastercard`, `american-express`,
   * `discover`, `jcb`, `diners-club`, `unionpay`, `maestro`). Buyers are told before they type. Default: the first four.
   */
  readonly brands?: readonly string[]

  /**
   * Asks for the money. Resolves `pending` where the acquirer will decide later.
   * @throws anything, when the answer is not known; never to say "refused".
   */
  authorise(request: AuthorisationRequest): Promise<AuthorisationResult>

  /**
   * Looks an authorisation up by its reference, without changing anything. `unknown` means that the acquirer has not
   * received it; it might still be on its way, which is why the service cancels it next.
   */
  result(reference: string, signal: AbortSignal): Promise<AuthorisationLookup>

  /**
   * Sees to it that the buyer is not charged under `reference`: voids or refunds an approval, withdraws a challenge, and
   * has an authorisation that arrives later refused. May be called again after success, and then changes nothing.
   * @throws anything, when it is not certain; it is then called again.
   */
  cancel(reference: string, signal: AbortSignal): Promise<void>
}
