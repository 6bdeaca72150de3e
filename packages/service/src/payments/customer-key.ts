import type { Wallet } from '@coinslot/contract'

/** How a merchant may name a customer: in an intent's `buyer`, or in a KYC request's `customer`. */
export interface CustomerNames {
  readonly id?: string | undefined
  readonly wallet?: Wallet | undefined
  readonly email?: string | undefined
}

/**
 * The one text by which a customer is known within a merchant, for the rolling amount and for KYC; hash it before it is
 * stored. The merchant's own identifier counts before the wallet, and the wallet before the e-mail address, so that an
 * intent and a KYC request that name the same customer meet.
 *
 * @see service.md, "Payment intent request": one identifier format per user across sessions
 */
export const customerKey = (merchantId: string, { id, wallet, email }: CustomerNames): string => {
  const parts = id
    ? ['id', id]
    : wallet
      ? ['wallet', wallet.blockchain.toLowerCase(), wallet.address]
      : ['email', (email ?? '').normalize('NFKC').toLowerCase()]
  return JSON.stringify([merchantId, ...parts])
}
