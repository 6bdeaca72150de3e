import type { Buyer, Item, PaymentIntent, PaymentIntentRequest, Redirect } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

/** What a merchant says of a purchase; the rest has defaults. */
export interface IntentInput extends Omit<PaymentIntentRequest, 'idempotency_key' | 'items' | 'transaction_type'> {
  /** Who buys: `email` or `wallet` (`{address, blockchain}`) or both, and `id`, the merchant's own identifier. */
  readonly buyer: Buyer
  readonly currency: 'USD' | 'EUR'
  /**
   * Exactly one: `id`, `title`, `amount` (a decimal text with two decimals, `0.01` to `999999.99`), and optionally
   * `description` and `image_url` (http or https).
   */
  readonly items: readonly Item[]
  /** The merchant's own reference of the order, at most 100 characters; events repeat it. */
  readonly reference?: string | undefined
  /** Default `BUY_VDA`. */
  readonly transaction_type?: 'BUY_VDA' | undefined
  /** One for each payment attempt, at most 1,000 characters; default a new UUID, which all retries of the call keep. */
  readonly idempotency_key?: string | undefined
}

/** What creating an intent was answered with. */
export interface IntentAnswer<T> extends Answer<T> {
  /** The key that was sent: with it the same intent can be asked for again. */
  readonly idempotencyKey: string
}

/** Purchases to be paid within 30 minutes. */
export interface Intents {
  /**
   * Creates an intent for the widget; `data` goes to the widget whole, whichever of its variants it is. It has a
   * `payment_intent_id` where its `error_code` is null or `ERR06`.
   * @throws {InvalidRequestError} `invalid_request`, with the `fields` that break a rule.
   * @throws {NotFoundError} `not_found` where the merchant has no payments product.
   * @throws {ConflictError} `conflict` where the idempotency key was used for another purchase.
   */
  create(input: IntentInput, options?: CallOptions): Promise<IntentAnswer<PaymentIntent>>
  /**
   * Creates an intent for the hosted page; the buyer must be sent to `data.redirect_url` within 30 seconds.
   * @throws {InvalidRequestError} {NotFoundError} {ConflictError} as `create` does.
   */
  createRedirect(input: IntentInput, options?: CallOptions): Promise<IntentAnswer<Redirect>>
}

/** Plain JavaScript may have left out more, or all of it: the service says what is missing. */
const complete = (input: IntentInput) => ({
  ...input,
  transaction_type: input?.transaction_type ?? 'BUY_VDA',
  idempotency_key: input?.idempotency_key ?? crypto.randomUUID(),
})

/** @internal */
export const createIntents = (transport: Transport): Intents => {
  const post = async <Id extends 'createIntent' | 'createRedirectIntent'>(
    id: Id,
    input: IntentInput,
    options?: CallOptions,
  ) => {
    const body = complete(input)
    const answer = await transport.send(id, { body }, options)
    return { ...answer, idempotencyKey: body.idempotency_key }
  }
  return {
    create: (input, options) => post('createIntent', input, options),
    createRedirect: (input, options) => post('createRedirectIntent', input, options),
  }
}
