import { type RowName, type Sealed, SEALED_COLUMNS, type SealedTable } from '../db/sealed.ts'
import type { Platform } from './platform.ts'
import { listSealedRows, reclaimReplaced, replaceSealed, type SealedRow } from './sealed-store.ts'
import { SecretError } from './secrets.ts'

/** Rows of a table that are read and written at a time; pieces of files are 256 KiB each. */
const BATCH: Readonly<Partial<Record<SealedTable, number>>> = { kyc_upload_pieces: 16 }
const DEFAULT_BATCH = 200

export interface Reencryption {
  /** Ciphertexts that are under the newest key now and were not. */
  readonly replaced: number
  /** Ciphertexts that no configured key reads; the message says of the first of them which key it takes. */
  readonly unreadable: number
  readonly firstUnreadable: string | null
}

interface Progress {
  replaced: number
  unreadable: number
  firstUnreadable: string | null
}

/** Reads a value and seals it anew; null, and counted, where no key reads it. */
const sealAnew = (secrets: Platform['secrets'], sealed: Sealed, progress: Progress): Buffer | null => {
  try {
    return secrets.encrypt(secrets.decrypt(sealed), sealed.place)
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    progress.unreadable += 1
    progress.firstUnreadable ??= error.message
    return null
  }
}

const reencryptRow = async (
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  table: SealedTable,
  { row, sealed }: SealedRow,
  progress: Progress,
): Promise<void> => {
  for (const [column, value] of Object.entries(sealed)) {
    const bytes = sealAnew(secrets, value, progress)
    if (bytes === null) continue
    await replaceSealed(db, table, { row, column, before: value.bytes, bytes })
    progress.replaced += 1
  }
}

/**
 * Encrypts everything under the newest key, bound to its place, while the service goes on. What is done stays done: when
 * it is interrupted, it goes on where it was the next time.
 */
export const reencrypt = async (
  platform: Pick<Platform, 'config' | 'db' | 'secrets'>,
  isStopping: () => boolean = () => false,
): Promise<Reencryption> => {
  const { config, db, secrets } = platform
  const progress: Progress = { replaced: 0, unreadable: 0, firstUnreadable: null }
  for (const table of Object.keys(SEALED_COLUMNS) as SealedTable[]) {
    const limit = BATCH[table] ?? DEFAULT_BATCH
    const before = progress.replaced
    for (let after: RowName | null = null; !isStopping();) {
      const rows: readonly SealedRow[] = await listSealedRows(db, table, { prefix: secrets.newestPrefix, after, limit })
      for (const row of rows) await reencryptRow(platform, table, row, progress)
      if (rows.length < limit) break
      after = rows.at(-1)?.row ?? null
    }
    if (config.database.kind === 'embedded' && progress.replaced > before) await reclaimReplaced(db, table)
  }
  return progress
}
