import { createHash, randomUUID } from 'node:crypto'
import { LIMITS, type OutcomeErrorCode } from '@coinslot/contract'
import { sessionToken } from '../src/auth/session-token.ts'
import type { PaymentIntentTable } from '../src/db/tables.ts'
import type { TestMerchant, TestService } from './harness.ts'

export interface StoredIntent {
  readonly id: string
  /** What the widget sends as its bearer token. */
  readonly token: string
  readonly clientId: string
}

export interface StoredIntentOptions {
  readonly merchant?: Pick<TestMerchant, 'merchantId' | 'clientId'>
  readonly mode?: 'widget' | 'redirect'
  readonly errorCode?: OutcomeErrorCode
  readonly status?: PaymentIntentTable['status']
  readonly buyerHash?: Buffer
  readonly reference?: string
}

interface IntentsGiven extends StoredIntentOptions {
  /** How much later each was created, and expires, than the one before. Default 0. */
  readonly apartMs?: number
}

/** Writes so many intents as creation would, for tests that begin with the buyer. */
export const storeIntents = async (
  {
    deps,
    clock,
    merchant: first,
  }: Pick<TestService, 'deps' | 'clock'> & { readonly merchant: Pick<TestMerchant, 'merchantId' | 'clientId'> },
  count: number,
  {
    merchant = first,
    mode = 'widget',
    errorCode,
    status = 'Created',
    buyerHash,
    reference,
    apartMs = 0,
  }: IntentsGiven = {},
): Promise<StoredIntent[]> => {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = randomUUID()
    const hash = createHash('sha256').update(id).digest()
    const createdAt = new Date(clock.now().getTime() + index * apartMs)
    return {
      id,
      merchant_id: merchant.merchantId,
      client_id: merchant.clientId,
      mode,
      key_hash: hash,
      request_hash: hash,
      error_code: errorCode ?? null,
      status,
      amount: '9.99',
      currency: 'USD',
      item_id: 'coins-100',
      item_title: '100 coins',
      item_description: null,
      reference: reference ?? null,
      buyer_id: 'buyer-7',
      buyer_hash: buyerHash ?? hash,
      kyc_passed_at: null,
      created_at: createdAt,
      expires_at: new Date(createdAt.getTime() + LIMITS.intentMinutes * 60_000),
      finalised_at: null,
    } as const
  })
  await deps.db.insertInto('payment_intents').values(rows).execute()
  return rows.map(({ id }) => ({
    id,
    token: sessionToken(deps.secrets, 'pay', id),
    clientId: merchant.clientId,
  }))
}

/** Writes one. */
export const storeIntent = async (
  service: Parameters<typeof storeIntents>[0],
  options?: StoredIntentOptions,
): Promise<StoredIntent> => {
  const [intent] = await storeIntents(service, 1, options)
  if (intent === undefined) throw new Error('There is no intent')
  return intent
}
