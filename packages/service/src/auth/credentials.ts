import { timingSafeEqual } from 'node:crypto'
import type { ClientDirectory } from './client-directory.ts'
import type { ClientRecord } from './client-store.ts'
import { sha256 } from '../platform/secrets.ts'

const NOBODY = Buffer.alloc(32)

const opens = (client: ClientRecord | null | undefined, secretHash: Buffer): client is ClientRecord => {
  const equal = timingSafeEqual(client?.secretHash ?? NOBODY, secretHash)
  return equal && client !== null && client !== undefined && !client.disabled
}

/**
 * The client whose secret this is, or null. A refusal costs one look-up and two comparisons whether the client is
 * unknown, disabled or given a wrong secret, so that time tells nothing. @see decisions.md §2
 */
export const clientOfCredentials = async (
  clients: ClientDirectory,
  clientId: string,
  secret: string,
): Promise<ClientRecord | null> => {
  const secretHash = sha256(secret)
  const remembered = clients.peek(clientId)
  if (opens(remembered, secretHash)) return remembered
  const read = await clients.read(clientId)
  return opens(read, secretHash) ? read : null
}
