import { DASHBOARD_SIGN_IN } from '@coinslot/contract/dashboard'
import { onStrangersBehalf } from '../db/behalf.ts'
import type { Platform } from '../platform/platform.ts'
import { randomSecret, sha256 } from '../platform/secrets.ts'
import { linkExpiry, sessionExpiry } from './session-rules.ts'
import { exchangeLink, insertLink } from './session-store.ts'

/** Makes a link that signs in once, within 5 minutes. @param merchantId null for the operator */
export const createLink = async ({ config, clock, db }: Platform, merchantId: string | null): Promise<string> => {
  const token = randomSecret()
  await insertLink(db, { tokenHash: sha256(token), merchantId, expiresAt: linkExpiry(clock.now()) })
  return `${config.baseUrl}${DASHBOARD_SIGN_IN}?token=${token}`
}

/**
 * Exchanges a link for a session, in place of the one that its browser has.
 * @param earlierHash of the token of that session; null without one
 * @returns the session's token; null for a link that does not open (any more)
 */
export const signIn = async (
  { clock, db }: Platform,
  linkToken: string,
  earlierHash: Buffer | null,
): Promise<string | null> => {
  const now = clock.now()
  const token = randomSecret()
  const session = { tokenHash: sha256(token), createdAt: now, expiresAt: sessionExpiry(now), earlierHash }
  const isOpened = await onStrangersBehalf(() => exchangeLink(db, sha256(linkToken), session))
  return isOpened ? token : null
}
