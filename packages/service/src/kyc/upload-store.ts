import type { UploadKind } from '@coinslot/contract'
import { sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import type { Database, Executor } from '../db/database.ts'
import { placeOf, type Sealed } from '../db/sealed.ts'

/** Notes that a session is sending a file, until `until` at the latest. */
export const markUploading = async (
  transaction: Executor,
  sessionId: string,
  { uploadId, until }: { readonly uploadId: string; readonly until: Date },
): Promise<void> => {
  await transaction
    .updateTable('kyc_sessions')
    .set((set) => ({ upload_id: uploadId, upload_until: until, uploads: set('uploads', '+', 1) }))
    .where('id', '=', sessionId)
    .execute()
}

/** Notes that a session is no longer sending that file. */
export const markUploaded = async (executor: Executor, sessionId: string, uploadId: string): Promise<void> => {
  await executor
    .updateTable('kyc_sessions')
    .set({ upload_id: null, upload_until: null })
    .where('id', '=', sessionId)
    .where('upload_id', '=', uploadId)
    .execute()
}

/** Sessions whose file stopped arriving when its process did. */
export const listAbandoned = async (
  executor: Executor,
  now: Date,
  limit: number,
): Promise<readonly { readonly sessionId: string; readonly uploadId: string }[]> => {
  const rows = await executor
    .selectFrom('kyc_sessions')
    .select(['id', 'upload_id'])
    .where('upload_id', 'is not', null)
    .where('upload_until', '<=', now)
    .orderBy('upload_until')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, upload_id: uploadId }) => (uploadId === null ? [] : [{ sessionId: id, uploadId }]))
}

/** Where a piece of a file stands. */
export const piecePlace = (uploadId: string, seq: number) =>
  placeOf('kyc_upload_pieces', 'content_encrypted', [uploadId, seq])

/** @param content encrypted. */
export const insertPiece = async (
  executor: Executor,
  { uploadId, seq, content }: { readonly uploadId: string; readonly seq: number; readonly content: Buffer },
): Promise<void> => {
  await executor
    .insertInto('kyc_upload_pieces')
    .values({ upload_id: uploadId, seq, content_encrypted: content })
    .execute()
}

/** Forgets the pieces of files that no customer has. @returns whether there were any */
export const deletePieces = async (executor: Executor, uploadIds: readonly string[]): Promise<boolean> => {
  if (uploadIds.length === 0) return false
  const { numDeletedRows } = await executor
    .deleteFrom('kyc_upload_pieces')
    .where('upload_id', '=', anyOf(uploadIds))
    .where('upload_id', 'not in', (query) =>
      query.selectFrom('kyc_uploads').select('upload_id').where('upload_id', '=', anyOf(uploadIds)),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface StoredUpload {
  readonly kind: UploadKind
  readonly contentType: string
  readonly uploadId: string
}

export const listUploads = async (executor: Executor, customerId: string): Promise<readonly StoredUpload[]> => {
  const rows = await executor
    .selectFrom('kyc_uploads')
    .select(['kind', 'content_type', 'upload_id'])
    .where('customer_id', '=', customerId)
    .execute()
  return rows.map((row) => ({ kind: row.kind, contentType: row.content_type, uploadId: row.upload_id }))
}

export const listUploadKinds = async (executor: Executor, customerId: string): Promise<readonly UploadKind[]> =>
  (await listUploads(executor, customerId)).map(({ kind }) => kind)

/** The encrypted pieces of a file, in their order. */
export const readPieces = async (executor: Executor, uploadId: string): Promise<readonly Sealed[]> => {
  const rows = await executor
    .selectFrom('kyc_upload_pieces')
    .select(['seq', 'content_encrypted'])
    .where('upload_id', '=', uploadId)
    .orderBy('seq')
    .execute()
  return rows.map((row) => ({ bytes: row.content_encrypted, place: piecePlace(uploadId, row.seq) }))
}

/** Makes a file the customer's, in place of the one of its kind before. @returns whether there was one */
export const replaceUpload = async (
  transaction: Executor,
  customerId: string,
  { kind, contentType, uploadId }: StoredUpload,
  at: Date,
): Promise<boolean> => {
  const before = (await listUploads(transaction, customerId)).filter((upload) => upload.kind === kind)
  const values = { content_type: contentType, upload_id: uploadId, uploaded_at: at }
  await transaction
    .insertInto('kyc_uploads')
    .values({ customer_id: customerId, kind, ...values })
    .onConflict((conflict) => conflict.columns(['customer_id', 'kind']).doUpdateSet(values))
    .execute()
  return deletePieces(
    transaction,
    before.map((upload) => upload.uploadId),
  )
}

/** Forgets all files of a customer. */
export const deleteUploads = async (transaction: Executor, customerId: string): Promise<void> => {
  const uploads = await listUploads(transaction, customerId)
  await transaction.deleteFrom('kyc_uploads').where('customer_id', '=', customerId).execute()
  await deletePieces(
    transaction,
    uploads.map((upload) => upload.uploadId),
  )
}

/**
 * Forgets what was uploaded until their end in sessions that ended by `endedBy`, unless their customer has sent it off since;
 * at most of `limit` sessions, each looked at once. What a later session has taken ends with that one.
 * @returns the ids of files, whose pieces are still there.
 */
export const forgetUnsentUploads = async (
  transaction: Executor,
  endedBy: Date,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ uploadId: string }>`
    with ended as (
      select session.id, customer_id, expires_at, documents_submitted_at is null as "isUnsent"
      from kyc_sessions session join kyc_customers customer on customer.id = session.customer_id
      where uploads > 0 and submitted_at is null and expires_at <= ${endedBy}
      order by expires_at limit ${limit}::integer for update skip locked
    ), looked_at as (
      update kyc_sessions set uploads = 0 where id = any (array(select id from ended))
    )
    delete from kyc_uploads upload using ended
    where upload.customer_id = ended.customer_id and uploaded_at <= ended.expires_at and "isUnsent"
    returning upload.upload_id as "uploadId"
  `.execute(transaction)
  return rows.map(({ uploadId }) => uploadId)
}

/** Gives the space of deleted pieces back, where no server does so by itself: to the files, and to the disk. */
export const reclaimPieces = async (db: Database): Promise<void> => {
  await sql`vacuum kyc_upload_pieces`.execute(db)
  await sql`checkpoint`.execute(db)
}
