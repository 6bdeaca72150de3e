/** How long a session can be looked at after its end, so that a page left open still tells what became of it: 24 hours. */
const SESSION_GRACE_MS = 86_400_000

/** Whether the token of a payment or KYC session that ends at `expiresAt` has stopped opening it. */
export const isSessionOver = (expiresAt: Date, now: Date): boolean =>
  now.getTime() >= expiresAt.getTime() + SESSION_GRACE_MS
