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

/** Writes an intent as creation would, for tests that begin with the buyer. */
export const storeIntent = async (
  {
    deps,
    clock,
    merchant: first,
  }: Pick<TestService, 'deps' | 'clock'> & { readonly merchant: Pick<TestMerchant, 'merchantId' | 'clientId'> },
  { merchant = first, mode = 'widget', errorCode, status = 'Created', buyerHash, reference }: StoredIntentOptions = {},
): Promise<StoredIntent> => {
  const id = randomUUID()
  const hash = createHash('sha256').update(id).digest()
  await deps.db
    .insertInto('payment_intents')
    .values({
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
      created_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + LIMITS.intentMinutes * 60_000),
      finalised_at: null,
    })
    .execute()
  return { id, token: sessionToken(deps.secrets, 'pay', id), clientId: merchant.clientId }
}
