import { timingSafeEqual } from 'node:crypto'
import type { ClientDirectory } from './client-directory.ts'
import type { ClientRecord } from './client-store.ts'
import { sha256 } from '../platform/secrets.ts'

const NOBODY = Buffer.alloc(32)
/** When a refusal is told, from before the look-up on: it takes less, and a little more where there is such a client. */
const REFUSED_AFTER_MS = 20

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const opens = (client: ClientRecord | null | undefined, secretHash: Buffer): client is ClientRecord => {
  const equal = timingSafeEqual(client?.secretHash ?? NOBODY, secretHash)
  return equal && client !== null && client !== undefined && !client.disabled
}

/**
 * The client whose secret this is, or null. A refusal costs one look-up and two comparisons, and comes after 20 milliseconds,
 * whether the client is unknown, disabled or given a wrong secret, so that time tells nothing. @see decisions.md §2
 */
export const clientOfCredentials = async (
  clients: ClientDirectory,
  clientId: string,
  secret: string,
): Promise<ClientRecord | null> => {
  const secretHash = sha256(secret)
  const remembered = clients.peek(clientId)
  if (opens(remembered, secretHash)) return remembered
  const refusalIsDue = pause(REFUSED_AFTER_MS)
  const read = await clients.read(clientId)
  if (opens(read, secretHash)) return read
  await refusalIsDue
  return null
}
