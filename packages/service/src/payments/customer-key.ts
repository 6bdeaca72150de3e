import type { Wallet } from '@coinslot/contract'
import { withoutUnseen } from '../platform/unseen-rules.ts'

/** How a merchant may name a customer: in an intent's `buyer`, or in a KYC request's `customer`. */
export interface CustomerNames {
  readonly id?: string | undefined
  readonly wallet?: Wallet | undefined
  readonly email?: string | undefined
}

const HEXADECIMAL = /^0x[0-9a-f]+$/i

/** What nobody sees and compatibility forms make no other customer, nor another allowance. */
const plain = (text: string): string => withoutUnseen(text).trim().normalize('NFKC')

/** One spelling of an address: letter case says nothing in a hexadecimal one but whether it was typed well (ERC-55), and tells others apart. */
const spelled = (address: string): string => {
  const text = plain(address)
  return HEXADECIMAL.test(text) ? text.toLowerCase() : text
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
      ? ['wallet', plain(wallet.blockchain).toLowerCase(), spelled(wallet.address)]
      : ['email', (email ?? '').normalize('NFKC').toLowerCase()]
  return JSON.stringify([merchantId, ...parts])
}

/** The text by which versions knew a customer that told spellings of a wallet apart; null where it is the same. */
export const earlierCustomerKey = (merchantId: string, { id, wallet }: CustomerNames): string | null => {
  if (id || !wallet) return null
  const earlier = JSON.stringify([merchantId, 'wallet', wallet.blockchain.toLowerCase(), wallet.address])
  return earlier === customerKey(merchantId, { wallet }) ? null : earlier
}
