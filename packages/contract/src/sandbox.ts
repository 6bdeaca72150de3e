// Free of zod, so that a page may show the table.

/** What a sandbox card does. @see decisions.md §8 */
export interface SandboxCard {
  readonly number: string
  readonly challenge: boolean
  readonly outcome: 'approved' | 'declined'
}

export const SANDBOX_CARDS: readonly SandboxCard[] = [
  { number: '5204247750001471', challenge: false, outcome: 'approved' },
  { number: '4111111111111111', challenge: false, outcome: 'approved' },
  { number: '5200000000001104', challenge: true, outcome: 'approved' },
  { number: '4000020000000000', challenge: true, outcome: 'approved' },
  { number: '5424180000000171', challenge: false, outcome: 'declined' },
  { number: '4005562231212123', challenge: true, outcome: 'declined' },
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
