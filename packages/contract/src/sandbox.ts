// Free of zod, so that a page may show the table.
import type { RefusalReason } from './checkout-schemas.ts'

/** What a sandbox card does. @see decisions.md §8 */
export interface SandboxCard {
  readonly number: string
  readonly challenge: boolean
  readonly outcome: 'approved' | 'declined'
  /** What the bank says of a card that it declines, where it says anything. */
  readonly reason?: RefusalReason
}

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '5204247750001471', challenge: false, outcome: 'approved' },
  { number: '4111111111111111', challenge: false, outcome: 'approved' },
  { number: '5200000000001104', challenge: true, outcome: 'approved' },
  { number: '4000020000000000', challenge: true, outcome: 'approved' },
  { number: '5424180000000171', challenge: false, outcome: 'declined' },
  { number: '4005562231212123', challenge: true, outcome: 'declined' },
  { number: '4000000000009995', challenge: false, outcome: 'declined', reason: 'insufficient_funds' },
  { number: '4000000000006975', challenge: false, outcome: 'declined', reason: 'limit_exceeded' },
  { number: '4000000000000127', challenge: false, outcome: 'declined', reason: 'wrong_security_code' },
  { number: '4000000000000069', challenge: false, outcome: 'declined', reason: 'card_expired' },
  { number: '4000000000000002', challenge: false, outcome: 'declined', reason: 'try_another_card' },
  { number: '4000000000009987', challenge: false, outcome: 'declined', reason: 'call_bank' },
]

export const SANDBOX = {
  challengePassword: '1234',
  emailCode: '947293',
  phoneCode: '123456',
  /** Local parts of buyer e-mails. */
  bannedEmailLocalPart: 'banned',
  kycEmailLocalPart: 'kyc',
  flaggedWalletSuffix: 'bad',
  /** Sandbox mode only; otherwise the country comes from the caller's address. */
  countryHeader: 'x-sandbox-country',
  rejectedName: 'Reject',
  pendingName: 'Pending',
} as const
