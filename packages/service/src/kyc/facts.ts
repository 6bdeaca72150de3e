import type { KycFacts } from './level-rules.ts'
import type { KycSession } from './session-store.ts'

/** What a session and its customer have given so far. */
export const factsOf = ({ customer, pendingEmail, pendingPhone }: KycSession): KycFacts => ({
  emailVerified: customer.email !== null,
  identityVerified: customer.fullName !== null && customer.phone !== null,
  addressGiven: customer.address !== null,
  documentsSubmitted: customer.documentsSubmittedAt !== null,
  emailCodeSent: pendingEmail !== null,
  phoneCodeSent: pendingPhone !== null,
})

/** Whether a session takes input at `now`. */
export const isOpen = ({ submittedAt, outcome, expiresAt }: KycSession, now: Date): boolean =>
  submittedAt === null && outcome === null && now < expiresAt
