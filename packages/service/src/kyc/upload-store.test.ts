import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { startKycSession } from '../../test/orders.ts'
import { forgetAbandoned } from './receive-file.ts'
import { holdSession } from './hold-session.ts'
import {
  insertPiece,
  listAbandoned,
  markUploaded,
  markUploading,
  piecePlace,
  readPieces,
  replaceUpload,
} from './upload-store.ts'

const MINUTE_MS = 60_000

let service: TestService
let sessions: readonly string[]
beforeAll(async () => {
  service = await startTestService({ widget: null })
  for (let count = 0; count < 3; count += 1) await startKycSession(service, 3)
  const rows = await service.deps.db.selectFrom('kyc_sessions').select('id').orderBy('id').execute()
  sessions = rows.map(({ id }) => id)
})
afterAll(() => service.close())

const uploading = async () => {
  const rows = await service.deps.db.selectFrom('kyc_sessions').select('upload_id').orderBy('id').execute()
  return rows.map((row) => row.upload_id)
}

test('a file that has arrived ends its own upload: no other session’s, and no later one', async () => {
  const { db, clock } = service.deps
  const uploadId = randomUUID()
  for (const id of sessions) await markUploading(db, id, { uploadId, until: clock.now() })
  await markUploaded(db, sessions[0] ?? '', uploadId)
  expect(await uploading()).toEqual([null, uploadId, uploadId])
  const later = randomUUID()
  await markUploading(db, sessions[1] ?? '', { uploadId: later, until: clock.now() })
  await markUploaded(db, sessions[1] ?? '', uploadId)
  expect(await uploading()).toEqual([null, later, uploadId])
})

test('of files that stopped arriving, those of longest ago come first', async () => {
  const { db, clock } = service.deps
  const now = clock.now()
  const minutesAgo = [1, 3, 2]
  for (const [nr, id] of sessions.entries()) {
    const until = new Date(now.getTime() - (minutesAgo[nr] ?? 0) * MINUTE_MS)
    await markUploading(db, id, { uploadId: randomUUID(), until })
  }
  const taken = (await listAbandoned(db, now, 2)).map(({ sessionId }) => sessionId)
  expect(taken).toEqual([sessions[1], sessions[2]])
})

test.runIf(testDatabase === 'postgres')(
  'a file that is taken in the moment in which it counts as abandoned is kept, with all of it',
  async () => {
    const { db, clock } = service.deps
    const [sessionId = ''] = sessions
    const uploadId = randomUUID()
    await markUploading(db, sessionId, { uploadId, until: clock.now() })
    await insertPiece(db, { uploadId, seq: 0, content: Buffer.from('piece') })
    let forgetting: Promise<void> | undefined
    await db.transaction().execute(async (transaction) => {
      const { customerId } = await holdSession(transaction, sessionId)
      const file = { kind: 'selfie', contentType: 'image/png', uploadId } as const
      await replaceUpload(transaction, customerId, file, clock.now())
      forgetting = forgetAbandoned(service.deps)
      await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
    })
    await forgetting
    expect(await readPieces(db, uploadId)).toHaveLength(1)
  },
)

test('the pieces of a file are read in their order, whichever was written first', async () => {
  const uploadId = randomUUID()
  for (const seq of [2, 0, 1]) await insertPiece(service.deps.db, { uploadId, seq, content: Buffer.from([seq]) })
  await insertPiece(service.deps.db, { uploadId: randomUUID(), seq: 0, content: Buffer.from('another') })
  const pieces = await readPieces(service.deps.db, uploadId)
  expect(pieces.map(({ bytes }) => [...bytes])).toEqual([[0], [1], [2]])
})

test('a piece that was moved to another place of its file is not read', async () => {
  const { db, secrets } = service.deps
  const uploadId = randomUUID()
  for (const seq of [0, 1]) {
    const content = secrets.encrypt(`piece ${seq}`, piecePlace(uploadId, seq))
    await insertPiece(db, { uploadId, seq: 1 - seq, content })
  }
  for (const piece of await readPieces(db, uploadId)) expect(() => secrets.decrypt(piece)).toThrow(/changed or moved/)
})
