import type { KycLevel, KycOutcome } from '@coinslot/contract'
import type { CodeChannel } from './code-rules.ts'
import type { CodeMaker } from './one-time-code.ts'

/** Postal address as the customer typed it; `country` is ISO 3166-1 alpha-2. */
export interface PostalAddress {
  readonly street: string
  readonly city: string
  /** Empty where the country has none. */
  readonly postalCode: string
  readonly country: string
}

/** A document or selfie: its bytes, and the type that its first bytes show. */
export interface KycDocument {
  readonly contentType: string
  readonly content: Uint8Array
}

/** All that a level asks for. What the level does not ask for is null. */
export interface KycApplication {
  /** The KYC session's id: new for each application, and the idempotency key of `review`. */
  readonly reference: string
  readonly level: KycLevel
  /** Verified by a one-time code. */
  readonly email: string
  readonly fullName: string | null
  /** E.164, verified by a one-time code. */
  readonly phone: string | null
  readonly address: PostalAddress | null
  readonly governmentId: KycDocument | null
  /** The other side of a card, where the customer gave it. */
  readonly governmentIdBack?: KycDocument
  readonly selfie: KycDocument | null
}

/**
 * Whoever decides about identities. To add one, implement these two methods, and pass the object with a `CodeSender` as
 * `kyc` to the service's dependencies. Errors thrown must carry no personal data: the service logs them.
 */
export interface KycProvider {
  /**
   * Decides about an application, or takes it for a decision later (`pending`). May be called again with the same
   * reference, after a failure or a crash, and then answers for the application it has.
   * @throws anything, when the answer is not known; the service shows "pending" and asks again.
   */
  review(application: KycApplication, signal: AbortSignal): Promise<KycOutcome>

  /** The decision about an application that was `pending`; asked every few minutes until it is another. */
  result(reference: string, signal: AbortSignal): Promise<KycOutcome>
}

/** Whoever brings one-time codes to customers. */
export interface CodeSender {
  /**
   * Hands one code over for delivery.
   * @param destination an e-mail address, or a phone number in E.164.
   * @param language that the checkout is in for the customer, as BCP 47 has it; null where that is not known.
   * @throws anything, when it was not handed over; the customer is asked to try again, and it does not count toward what a
   * session may send to one mailbox or number.
   */
  send(
    channel: CodeChannel,
    destination: string,
    code: string,
    signal: AbortSignal,
    language: string | null,
  ): Promise<void>
}

/** What KYC needs from outside. A service without it says so: starting a session answers 503. */
export interface KycServices {
  readonly provider: KycProvider
  readonly sender: CodeSender
  /** Six random digits by default. */
  readonly makeCode?: CodeMaker
}
