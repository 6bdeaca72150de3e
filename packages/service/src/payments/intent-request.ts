import type { PaymentIntentRequest } from '@coinslot/contract'
import type { Principal } from '../auth/principal.ts'
import type { PaymentDeps } from './deps.ts'
import { customerKey } from './customer-key.ts'
import { receiptPlace } from '../receipts/receipt-store.ts'
import { type ScreeningFacts, screeningFacts } from '../screening/screen.ts'
import { keyedHash, unkeyedHash } from './request-hash.ts'
import { canonicalJson, type IntentMode, uuidOf } from './request-rules.ts'

/** A request for an intent, and who makes it. */
interface AskedIntent {
  readonly mode: IntentMode
  readonly body: PaymentIntentRequest
  /** The body before members that no schema knows were left out. */
  readonly received: unknown
  readonly principal: Principal
  /** Where it comes from, if that is known. */
  readonly country: string | null
}

/** A request for an intent with everything derived from it that the database needs. */
export interface IntentRequest extends AskedIntent {
  readonly item: PaymentIntentRequest['items'][number]
  /** What the merchant and the idempotency key make; two requests with one key are for one id. */
  readonly id: string
  readonly keyHash: Buffer
  readonly requestHash: Buffer
  /** As it was kept before hashes of requests had a key. */
  readonly unkeyedRequestHash: Buffer
  readonly buyerHash: Buffer
  readonly screening: ScreeningFacts
  /** Where the receipt goes, encrypted; null where that is not known, or nobody mails receipts. */
  readonly receiptEmail: Buffer | null
}

export const readIntentRequest = (deps: PaymentDeps, asked: AskedIntent): IntentRequest => {
  const { body, principal, country } = asked
  const [item] = body.items
  if (item === undefined) throw new Error('The schema lets only requests with an item through')
  const { buyer } = body
  const unkeyedRequestHash = unkeyedHash(canonicalJson(body))
  const keyHash = deps.secrets.hash(JSON.stringify(['intent', principal.merchantId, body.idempotency_key]))
  const id = uuidOf(keyHash)
  const receiptEmail = deps.mailer === null ? undefined : buyer.email
  return {
    ...asked,
    id,
    item,
    keyHash,
    requestHash: keyedHash(deps.secrets, unkeyedRequestHash),
    unkeyedRequestHash,
    buyerHash: deps.secrets.hash(customerKey(principal.merchantId, buyer)),
    screening: screeningFacts(deps, {
      email: buyer.email,
      externalId: buyer.id,
      walletAddress: buyer.wallet?.address,
      country,
    }),
    receiptEmail: receiptEmail === undefined ? null : deps.secrets.encrypt(receiptEmail, receiptPlace(id)),
  }
}
