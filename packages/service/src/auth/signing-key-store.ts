import { sql } from 'kysely'
import type { Database, Executor } from '../db/database.ts'
import { placeOf, type Sealed } from '../db/sealed.ts'

/** Where the private half of a key stands. */
export const privateJwkPlace = (kid: string) => placeOf('signing_keys', 'private_jwk_encrypted', [kid])

export interface StoredSigningKey {
  readonly kid: string
  readonly publicJwk: object
  readonly privateJwk: Sealed
  readonly retiredAt: Date | null
}

const SIGNING_KEYS_LOCK = 7_461_002

/** Newest first; keys retired before `since` are left out, no token of theirs being alive. */
export const listSigningKeys = async (executor: Executor, since: Date): Promise<readonly StoredSigningKey[]> => {
  const rows = await executor
    .selectFrom('signing_keys')
    .select(['kid', 'public_jwk', 'private_jwk_encrypted', 'retired_at'])
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
  return rows.map((row) => ({
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateJwk: { bytes: row.private_jwk_encrypted, place: privateJwkPlace(row.kid) },
    retiredAt: row.retired_at,
  }))
}

export interface NewSigningKey {
  readonly kid: string
  readonly publicJwk: object
  readonly privateJwkEncrypted: Buffer
  readonly createdAt: Date
}

const insert = (executor: Executor, key: NewSigningKey) =>
  executor
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      public_jwk: JSON.stringify(key.publicJwk),
      private_jwk_encrypted: key.privateJwkEncrypted,
      created_at: key.createdAt,
      retired_at: null,
    })
    .execute()

/** Stores the key unless another process was first. */
export const insertFirstSigningKey = async (db: Database, key: NewSigningKey): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(SIGNING_KEYS_LOCK)})`.execute(transaction)
    const live = await transaction.selectFrom('signing_keys').select('kid').where('retired_at', 'is', null).execute()
    if (live.length === 0) await insert(transaction, key)
  })
}

/** Retires every live key, or forgets all of them with their tokens, and stores the new one. Those retired by `endedBy` go. */
export const replaceSigningKey = async (
  db: Database,
  key: NewSigningKey,
  { forgetOthers, endedBy }: { readonly forgetOthers: boolean; readonly endedBy: Date },
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(SIGNING_KEYS_LOCK)})`.execute(transaction)
    if (forgetOthers) await transaction.deleteFrom('signing_keys').execute()
    await transaction.deleteFrom('signing_keys').where('retired_at', '<=', endedBy).execute()
    await transaction
      .updateTable('signing_keys')
      .set({ retired_at: key.createdAt })
      .where('retired_at', 'is', null)
      .execute()
    await insert(transaction, key)
  })
}
