import type { KycDeps } from './deps.ts'
import { deletePieces, forgetUnsentUploads, reclaimPieces } from './upload-store.ts'

/** How long documents are kept after their session, for a customer who comes back to send them off: 7 days. */
const KEPT_MS = 7 * 24 * 3_600_000
const BATCH = 50

/** Forgets documents of sessions that ended long before `now` without being sent off. */
export const forgetUnsent = async ({ db, config }: Pick<KycDeps, 'db' | 'config'>, now: Date): Promise<void> => {
  const endedBy = new Date(now.getTime() - KEPT_MS)
  const isForgotten = await db
    .transaction()
    .execute(async (transaction) => deletePieces(transaction, await forgetUnsentUploads(transaction, endedBy, BATCH)))
  if (config.database.kind === 'embedded' && isForgotten) await reclaimPieces(db)
}
