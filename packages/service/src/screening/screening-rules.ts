import { type OutcomeErrorCode, SANDBOX } from '@coinslot/contract'
import { mailboxOf } from '../platform/mailbox-rules.ts'
import { withoutUnseen } from '../platform/unseen-rules.ts'

/** Who is asked about; every part that is known counts. */
export interface Subject {
  readonly email?: string | undefined
  /** The merchant's own identifier of the customer. */
  readonly externalId?: string | undefined
  readonly walletAddress?: string | undefined
  /** ISO 3166-1 alpha-2 of where the request comes from; null where nobody knows. */
  readonly country: string | null
}

/**
 * One spelling of an e-mail address, an external id or a wallet address: compatibility forms and case are folded. Composed once
 * more in the end: the capitals of a few letters are two characters, whose small ones are one.
 */
export const normaliseValue = (value: string): string => value.trim().normalize('NFKC').toLowerCase().normalize('NFKC')

/** The same of a wallet's address, in which what nobody sees is never meant. */
export const normaliseWallet = (address: string): string => normaliseValue(withoutUnseen(address))

const ADDRESS = /^[^@]+@[\p{L}\p{M}\p{N}.-]+\.[\p{L}\p{M}\p{N}-]{2,}\.?$/u

/** What a value is banned by: itself, what is seen of it, and where it is an e-mail address its mailbox, which has others. */
export const bannedBy = (value: string): readonly string[] => {
  const seen = normaliseValue(withoutUnseen(value))
  return [...new Set([normaliseValue(value), seen, ...(ADDRESS.test(seen) ? [mailboxOf(seen)] : [])])]
}

/** Everything by which a subject may have been banned. */
export const bannableValues = ({ email, externalId, walletAddress }: Subject): readonly string[] =>
  [email, externalId, walletAddress].filter((value) => value !== undefined).flatMap(bannedBy)

export const isSanctioned = (country: string | null, sanctioned: readonly string[]): boolean =>
  sanctioned.some((each) => each === country)

const localPart = (email: string | undefined): string => normaliseValue(email ?? '').replace(/@.*/s, '')

/** What the sandbox's special values mean for a subject. @see decisions.md §8 */
export const sandboxOutcome = ({ email, walletAddress }: Subject): OutcomeErrorCode | null => {
  if (localPart(email) === SANDBOX.bannedEmailLocalPart) return 'ERR01'
  if (normaliseWallet(walletAddress ?? '').endsWith(SANDBOX.flaggedWalletSuffix)) return 'ERR15'
  if (localPart(email) === SANDBOX.kycEmailLocalPart) return 'ERR06'
  return null
}

/** What is known of a subject before any list of the database is read. */
export interface Findings {
  readonly sanctioned: boolean
  readonly sandbox: OutcomeErrorCode | null
}

export interface ListFindings {
  readonly banned: boolean
  readonly flagged: boolean
}

/**
 * Why nothing is created for a subject, or null. @see decisions.md §3 (order of the outcomes)
 */
export const refusal = (
  { sanctioned, sandbox }: Findings,
  { banned, flagged }: ListFindings,
): 'ERR01' | 'ERR03' | 'ERR15' | null => {
  if (sanctioned) return 'ERR03'
  if (banned || sandbox === 'ERR01') return 'ERR01'
  if (flagged || sandbox === 'ERR15') return 'ERR15'
  return null
}
