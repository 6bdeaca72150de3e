import type { Platform } from '../platform/platform.ts'
import { keyedHash } from './request-hash.ts'
import { listUnkeyedRequests, writeRequestHashes } from './request-hash-store.ts'

const BATCH = 1_000

/** Gives a key to the hashes of requests from before they had one; goes on where it was interrupted. @returns how many. */
export const rekeyRequests = async (
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  isStopping: () => boolean = () => false,
): Promise<number> => {
  let rekeyed = 0
  for (let after: string | null = null; !isStopping();) {
    const found: readonly { id: string; requestHash: Buffer }[] = await listUnkeyedRequests(db, after, BATCH)
    await writeRequestHashes(
      db,
      found.map(({ id, requestHash }) => ({ id, requestHash: keyedHash(secrets, requestHash) })),
    )
    rekeyed += found.length
    if (found.length < BATCH) break
    after = found.at(-1)?.id ?? null
  }
  return rekeyed
}
