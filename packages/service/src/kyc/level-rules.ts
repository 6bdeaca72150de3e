import type { KycLevel, KycOutcome, SessionView } from '@coinslot/contract'

/** What a level asks for, in the order it is asked. @see decisions.md §5 */
export type Requirement = 'email' | 'identity' | 'address' | 'documents'

export const REQUIREMENTS: Readonly<Record<KycLevel, readonly Requirement[]>> = {
  1: ['email'],
  2: ['email', 'identity'],
  3: ['email', 'identity', 'address', 'documents'],
}

/** What a customer has given a merchant once, in this session or an earlier one, and what this session waits for. */
export interface KycFacts {
  readonly emailVerified: boolean
  /** Full name, and a phone number that answered its code. */
  readonly identityVerified: boolean
  readonly addressGiven: boolean
  /** Both documents are there, and the customer has sent them off. */
  readonly documentsSubmitted: boolean
  /** A code has been sent in this session, and not yet answered. */
  readonly emailCodeSent: boolean
  readonly phoneCodeSent: boolean
}

/** A step of the page that asks for something. */
export type KycStep = Extract<
  SessionView['step'],
  'kyc_email' | 'kyc_email_code' | 'kyc_identity' | 'kyc_phone_code' | 'kyc_address' | 'kyc_documents'
>

const isGiven = (requirement: Requirement, facts: KycFacts): boolean => {
  switch (requirement) {
    case 'email':
      return facts.emailVerified
    case 'identity':
      return facts.identityVerified
    case 'address':
      return facts.addressGiven
    case 'documents':
      return facts.documentsSubmitted
  }
}

const stepAskingFor = (requirement: Requirement, facts: KycFacts): KycStep => {
  switch (requirement) {
    case 'email':
      return facts.emailCodeSent ? 'kyc_email_code' : 'kyc_email'
    case 'identity':
      return facts.phoneCodeSent ? 'kyc_phone_code' : 'kyc_identity'
    case 'address':
      return 'kyc_address'
    case 'documents':
      return 'kyc_documents'
  }
}

/** The step that asks for the first thing outstanding; null when all of the level has been given. */
export const nextStep = (level: KycLevel, facts: KycFacts): KycStep | null => {
  const outstanding = REQUIREMENTS[level].find((requirement) => !isGiven(requirement, facts))
  return outstanding ? stepAskingFor(outstanding, facts) : null
}

/** Whether the step of `requirement` is the one to answer now; an answer to any other is not taken. */
export const isAsked = (level: KycLevel, facts: KycFacts, requirement: Requirement): boolean =>
  REQUIREMENTS[level].find((each) => !isGiven(each, facts)) === requirement

/** What a level asks for in all, and which of it comes now, counted from 1; null when all of it has been given. */
export const progressOf = (
  level: KycLevel,
  facts: KycFacts,
): { readonly asks: Requirement[]; readonly step: number } | null => {
  const asks = REQUIREMENTS[level]
  const index = asks.findIndex((requirement) => !isGiven(requirement, facts))
  return index === -1 ? null : { asks: [...asks], step: index + 1 }
}

/** Each thing as it is stored, null until it is given. */
export interface GivenSoFar {
  readonly customer: Readonly<Record<'email' | 'fullName' | 'phone' | 'address' | 'documentsSubmittedAt', unknown>>
  readonly pendingEmail: unknown
  readonly pendingPhone: unknown
}

/** What a session and its customer have given so far. */
export const factsOf = ({ customer, pendingEmail, pendingPhone }: GivenSoFar): KycFacts => ({
  emailVerified: customer.email !== null,
  identityVerified: customer.fullName !== null && customer.phone !== null,
  addressGiven: customer.address !== null,
  documentsSubmitted: customer.documentsSubmittedAt !== null,
  emailCodeSent: pendingEmail !== null,
  phoneCodeSent: pendingPhone !== null,
})

interface Verification {
  readonly submittedAt: Date | null
  readonly outcome: KycOutcome | null
  readonly expiresAt: Date
}

/** Whether a session takes input at `now`. */
export const isOpen = ({ submittedAt, outcome, expiresAt }: Verification, now: Date): boolean =>
  submittedAt === null && outcome === null && now < expiresAt
