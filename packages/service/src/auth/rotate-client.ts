import { LIMITS } from '@coinslot/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/database.ts'
import { sha256 } from '../platform/secrets.ts'
import { replaceClientSecret } from './client-store.ts'
import { newClientSecret } from './create-client.ts'

const HOUR_MS = 3_600_000

export interface Rotation {
  /** Whether the old secret signs in for 24 hours more. Default false: it stops within 5 seconds. */
  readonly keepOld?: boolean | undefined
  /** Whether tokens that were issued before end within 5 seconds. Default false. */
  readonly revokeTokens?: boolean | undefined
}

export interface Rotated {
  /** Shown once; only a hash of it is kept. */
  readonly clientSecret: string
  /** When the old one stops; null where it was not kept. */
  readonly oldUntil: Date | null
}

/** Gives a client that there is another secret. One that an earlier rotation has kept stops within 5 seconds. */
export const rotateClient = async (
  db: Database,
  clock: Clock,
  id: string,
  { keepOld = false, revokeTokens = false }: Rotation = {},
): Promise<Rotated> => {
  const clientSecret = newClientSecret()
  const oldUntil = keepOld ? new Date(clock.now().getTime() + LIMITS.rotatedKeyHours * HOUR_MS) : null
  await replaceClientSecret(db, id, { secretHash: sha256(clientSecret), keepOldUntil: oldUntil, revokeTokens })
  return { clientSecret, oldUntil }
}
