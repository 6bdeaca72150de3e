import type { Item, PaymentIntent, PaymentIntentRequest, Redirect } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

/** What a merchant says of a purchase; the rest has defaults. @see service.md, "Payment intent request" */
export interface IntentInput extends Omit<PaymentIntentRequest, 'idempotency_key' | 'items' | 'transaction_type'> {
  /** Exactly one. */
  readonly items: readonly Item[]
  /** Default `BUY_VDA`. */
  readonly transaction_type?: 'BUY_VDA' | undefined
  /** One a payment attempt, at most 1,000 characters; default a new UUID, kept through all retries of the call. */
  readonly idempotency_key?: string | undefined
}

export interface IntentAnswer<T> extends Answer<T> {
  /** The key that was sent: with it the same intent can be asked for again. */
  readonly idempotencyKey: string
}

export interface Intents {
  /**
   * Creates an intent for the widget; `data` goes to the widget whole, whichever of its variants it is.
   * @throws InvalidRequestError, NotFoundError, ConflictError. @see service.md, "POST /payments/v2/intent"
   */
  create(input: IntentInput, options?: CallOptions): Promise<IntentAnswer<PaymentIntent>>
  /**
   * Creates an intent for the hosted page; the buyer must be sent to `data.redirect_url` within 30 seconds.
   * @throws InvalidRequestError, NotFoundError, ConflictError. @see decisions.md §4
   */
  createRedirect(input: IntentInput, options?: CallOptions): Promise<IntentAnswer<Redirect>>
}

const complete = (input: IntentInput): PaymentIntentRequest => ({
  ...input,
  items: [...input.items],
  transaction_type: input.transaction_type ?? 'BUY_VDA',
  idempotency_key: input.idempotency_key ?? crypto.randomUUID(),
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
