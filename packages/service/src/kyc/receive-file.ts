import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type CheckoutProblem, LIMITS, type UploadKind } from '@coinslot/contract'
import { ApiError } from '../http/api-error.ts'
import { passed } from '../platform/clock.ts'
import type { KycDeps } from './deps.ts'
import { sniffFileType, type UploadType } from './file-type-rules.ts'
import { holdSession } from './hold-session.ts'
import { factsOf, isAsked, isOpen } from './level-rules.ts'
import { piecesOf } from './pieces.ts'
import { takeStep } from './take-step.ts'
import { isTypeTaken, uploadRefusal } from './upload-rules.ts'
import {
  deletePieces,
  insertPiece,
  listAbandoned,
  markUploaded,
  markUploading,
  piecePlace,
  reclaimPieces,
  replaceUpload,
} from './upload-store.ts'

/** Longer than any file may take. */
const LEASE_MS = 5 * 60_000
const END_AGAIN_MS = 1_000
const ABANDONED_BATCH = 50

/** A file as it arrives. */
export interface IncomingFile {
  readonly kind: UploadKind
  /** What the request says of its length; null where it does not. */
  readonly declaredBytes: number | null
  readonly bytes: Readable
}

const tooLarge = (): ApiError =>
  new ApiError(413, `The file is too large; send at most ${LIMITS.uploadBytes / 1_048_576} MB`)

const underWay = (): ApiError => new ApiError(409, 'Another file of this session is on its way; send this one after it')

/** A process that was halted meanwhile goes on with a file of which others have forgotten the beginning. */
const forgotten = (): ApiError => new ApiError(400, 'The file did not arrive in its time; send it again')

/** A file that may come, or why none may; null where the session asks for no file, so that nothing need be read. */
type Begun = { readonly uploadId: string } | { readonly problem: CheckoutProblem | null }

/**
 * Keeps a document or selfie, in place of the one before; its type is what its first bytes say. Nothing is read before
 * the session was asked whether it wants a file.
 * @throws {ApiError} 413 past the limit of its length; 409 while another file of the session is on its way; 400 when it
 * stops arriving, or does not arrive in its time.
 */
export const receiveFile = async (
  deps: KycDeps,
  sessionId: string,
  file: IncomingFile,
): Promise<CheckoutProblem | null> => {
  if (file.declaredBytes !== null && file.declaredBytes > LIMITS.uploadBytes) throw tooLarge()
  const begun = await beginUpload(deps, sessionId)
  if ('problem' in begun) return begun.problem
  const { uploadId } = begun
  let isReplaced = false
  try {
    const stored = await storePieces(deps, uploadId, file)
    if ('problem' in stored) return stored.problem
    return await takeStep(deps, sessionId, 'documents', async ({ transaction, session, at }) => {
      if (session.uploadId !== uploadId) throw forgotten()
      const upload = { kind: file.kind, contentType: stored.type, uploadId }
      isReplaced = await replaceUpload(transaction, session.customerId, upload, at)
      return null
    })
  } finally {
    await endUpload(deps, sessionId, uploadId, isReplaced).catch(
      () => void endSoon(deps, sessionId, uploadId, isReplaced),
    )
  }
}

const beginUpload = ({ db, clock }: KycDeps, sessionId: string): Promise<Begun> =>
  db.transaction().execute(async (transaction) => {
    const session = await holdSession(transaction, sessionId)
    const now = clock.now()
    if (!isOpen(session, now) || !isAsked(session.level, factsOf(session), 'documents')) return { problem: null }
    const refusal = uploadRefusal(session.uploads)
    if (refusal === 'under_way') throw underWay()
    if (refusal === 'too_many') return { problem: 'file_limit' }
    const uploadId = randomUUID()
    await markUploading(transaction, sessionId, { uploadId, until: new Date(now.getTime() + LEASE_MS) })
    return { uploadId }
  })

type Stored = { readonly type: UploadType } | { readonly problem: CheckoutProblem }

const storePieces = async (
  { db, secrets }: KycDeps,
  uploadId: string,
  { kind, bytes: stream }: IncomingFile,
): Promise<Stored> => {
  let type: UploadType | null = null
  let bytes = 0
  let seq = 0
  for await (const piece of piecesOf(stream)) {
    if (seq === 0) type = sniffFileType(piece)
    if (!isTypeTaken(kind, type)) return { problem: 'file_type' }
    bytes += piece.length
    if (bytes > LIMITS.uploadBytes) throw tooLarge()
    await insertPiece(db, { uploadId, seq, content: secrets.encrypt(piece, piecePlace(uploadId, seq)) })
    seq += 1
  }
  return type === null ? { problem: 'file_missing' } : { type }
}

/** Lets the session send another file, and gives back the space of what this one replaced, or of itself. */
const endUpload = async (
  { db, config }: KycDeps,
  sessionId: string,
  uploadId: string,
  isReplaced = false,
): Promise<void> => {
  const isDropped = await db.transaction().execute(async (transaction) => {
    // First, so that a file is either taken or forgotten by then.
    await markUploaded(transaction, sessionId, uploadId)
    return deletePieces(transaction, [uploadId])
  })
  if (config.database.kind === 'embedded' && (isReplaced || isDropped)) await reclaimPieces(db)
}

/** Ends it as soon as the database is back, while nobody takes the file for abandoned yet. */
const endSoon = async (deps: KycDeps, ...upload: [sessionId: string, uploadId: string, isReplaced: boolean]) => {
  for (let tries = LEASE_MS / END_AGAIN_MS; tries > 0; tries -= 1) {
    await passed(deps.clock, END_AGAIN_MS)
    const isEnded = await endUpload(deps, ...upload).then(
      () => true,
      () => false,
    )
    if (isEnded) return
  }
}

/** Forgets files that stopped arriving when their process did. */
export const forgetAbandoned = async (deps: KycDeps): Promise<void> => {
  const abandoned = await listAbandoned(deps.db, deps.clock.now(), ABANDONED_BATCH)
  for (const { sessionId, uploadId } of abandoned) await endUpload(deps, sessionId, uploadId)
}
