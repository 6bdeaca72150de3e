import { timingSafeEqual } from 'node:crypto'
import type { AuthDeps } from './deps.ts'
import type { ClientRecord } from './client-store.ts'
import { keptSecretAt } from './kept-secret.ts'
import { sha256 } from '../platform/secrets.ts'

const NOBODY = Buffer.alloc(32)
/** When a refusal is told, from before the look-up on: it takes less, and a little more where there is such a client. */
const REFUSED_AFTER_MS = 20

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const opens = (client: ClientRecord | null | undefined, secretHash: Buffer, now: Date): client is ClientRecord => {
  const known = client ?? null
  const kept = known === null ? null : keptSecretAt(known, now)
  const equals = [known?.secretHash, kept?.hash].map((hash) => timingSafeEqual(hash ?? NOBODY, secretHash))
  return equals.includes(true) && known !== null && !known.disabled
}

/**
 * The client whose secret this is, or the one before where it is kept; null where there is none. A refusal costs one look-up
 * and four comparisons, and comes after 20 milliseconds, whether the client is unknown, disabled or given a wrong secret, so
 * that time tells nothing. @see decisions.md §2
 */
export const clientOfCredentials = async (
  { clients, clock }: Pick<AuthDeps, 'clients' | 'clock'>,
  clientId: string,
  secret: string,
): Promise<ClientRecord | null> => {
  const secretHash = sha256(secret)
  const now = clock.now()
  const remembered = clients.peek(clientId)
  if (opens(remembered, secretHash, now)) return remembered
  const refusalIsDue = pause(REFUSED_AFTER_MS)
  const read = await clients.read(clientId)
  if (opens(read, secretHash, now)) return read
  await refusalIsDue
  return null
}
