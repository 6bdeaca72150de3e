import { LIMITS } from '@coinslot/contract'
import { randomSecret, sha256 } from '../platform/secrets.ts'
import type { PaymentDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { askedRest } from './asked-rules.ts'
import { findIntent, type IntentCreation, type StoredIntent } from './creation-store.ts'
import { carryCustomerOver } from './customer-store.ts'
import type { IntentRequest } from './intent-request.ts'
import { insertRedirectToken } from './redirect-token-store.ts'
import { expiryOf, isReplay, isWithin, rollingSince } from './request-rules.ts'

/** A redirect token as it goes into the URL; only its hash is stored. */
interface RedirectToken {
  readonly text: string
  readonly tokenHash: Buffer
  readonly expiresAt: Date
}

const newRedirectToken = (now: Date): RedirectToken => {
  const text = randomSecret()
  return { text, tokenHash: sha256(text), expiresAt: new Date(now.getTime() + LIMITS.redirectTokenSeconds * 1_000) }
}

const store = (
  creation: IntentCreation,
  request: IntentRequest,
  now: Date,
  redirect: RedirectToken | null,
): Promise<StoredIntent> => {
  const { body, item, principal, screening } = request
  return creation.createOrFind({
    id: request.id,
    merchantId: principal.merchantId,
    clientId: principal.clientId,
    mode: request.mode,
    keyHash: request.keyHash,
    requestHash: request.requestHash,
    amount: item.amount,
    currency: body.currency,
    itemId: item.id,
    itemTitle: item.title,
    itemDescription: item.description ?? null,
    itemImageUrl: item.image_url ?? null,
    reference: body.reference ?? null,
    buyerId: body.buyer.id ?? null,
    buyerHash: request.buyerHash,
    askedRest: JSON.stringify(askedRest(request.received)),
    createdAt: now,
    expiresAt: expiryOf(now),
    sanctioned: screening.sanctioned,
    sandboxOutcome: screening.sandbox,
    valueHashes: screening.valueHashes,
    walletHash: screening.walletHash,
    kycThreshold: principal.client.kycThreshold,
    rollingSince: rollingSince(now),
    receiptEmail: request.receiptEmail,
    redirect,
  })
}

const assertReplay = (first: StoredIntent, request: IntentRequest): void => {
  if (isReplay(first, request)) return
  throw new ApiError(409, 'This idempotency_key was used for another request; use a new one for each payment attempt', {
    code: 'ERR04',
  })
}

/** The amount is judged once: what was answered under a key stands, whatever the merchant's limits are by now. */
const assertAmount = async (deps: PaymentDeps, request: IntentRequest): Promise<void> => {
  const { client } = request.principal
  if (isWithin(request.item.amount, client.amountMin, client.amountMax)) return
  if ((await findIntent(deps.db, request.id)) !== null) return
  throw new ApiError(400, `items.0.amount: must be from ${client.amountMin} to ${client.amountMax} for this merchant`, {
    code: 'ERR09',
  })
}

export interface IntentOutcome {
  readonly intent: StoredIntent
  readonly replayed: boolean
  /** In redirect mode, what opens the hosted page once. */
  readonly redirectToken: string | null
}

/**
 * Creates an intent, or finds what was answered under its key.
 * @throws {ApiError} 400 `ERR09` for an amount outside the merchant's limits; 409 `ERR04` for a key used otherwise.
 * @see decisions.md §3
 */
export const createIntent = async (
  deps: PaymentDeps,
  creation: IntentCreation,
  request: IntentRequest,
): Promise<IntentOutcome> => {
  await assertAmount(deps, request)
  const { merchantId } = request.principal
  await carryCustomerOver(deps.db, deps.secrets, {
    merchantId,
    customerHash: request.buyerHash,
    names: request.body.buyer,
  })
  const now = deps.clock.now()
  const redirect = request.mode === 'redirect' ? newRedirectToken(now) : null
  const intent = await store(creation, request, now, redirect)
  if (intent.created) {
    const { image_url: picture } = request.item
    if (picture !== undefined) deps.pictures.prepare(merchantId, picture)
  } else {
    assertReplay(intent, request)
    if (redirect !== null) {
      const { tokenHash, expiresAt } = redirect
      await insertRedirectToken(deps.db, { tokenHash, intentId: intent.id, expiresAt })
    }
  }
  deps.paymentMetrics.intents.inc({
    mode: request.mode,
    outcome: intent.created ? (intent.errorCode ?? 'created') : 'replayed',
  })
  return { intent, replayed: !intent.created, redirectToken: redirect?.text ?? null }
}
