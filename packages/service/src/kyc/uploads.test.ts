import { CHECKOUT_PATHS, LIMITS, UPLOAD_TYPES } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, giveDocuments, PNG, upload } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { PIECE_BYTES } from './pieces.ts'
import { forgetAbandoned } from './receive-file.ts'

let service: TestService
let page: Buyer
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false })
})
beforeEach(async () => {
  page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
})
afterAll(() => service.close())

const put = (content: Buffer, type: string, kind = 'selfie') =>
  page.send(`${CHECKOUT_PATHS.upload}/${kind}`, { method: 'PUT', raw: content, headers: { 'content-type': type } })

const FILES: Record<(typeof UPLOAD_TYPES)[number], Buffer> = {
  'image/jpeg': Buffer.from('ffd8ffe000104a464946', 'hex'),
  'image/png': PNG,
  'image/webp': Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1'),
  'application/pdf': Buffer.from('%PDF-1.7\n'),
}

describe('decisions.md §5: documents', () => {
  test.each(UPLOAD_TYPES)('%s is taken', async (type) => {
    expect(await upload(page, 'government_id', FILES[type], type)).toMatchObject({ government_id: true, problem: null })
  })

  test('are known by their bytes, whatever they are called', async () => {
    const named = await upload(page, 'selfie', Buffer.from('<script>alert(1)</script>'), 'image/png')
    expect(named).toMatchObject({ selfie: false, problem: 'file_type' })
    expect(await upload(page, 'selfie', PNG, 'application/octet-stream')).toMatchObject({ selfie: true, problem: null })
  })

  test.each(['', 'jpegfile', 'image/png/x'])('are taken where the buyer’s machine calls them “%s”', async (type) => {
    expect(await upload(page, 'selfie', PNG, type)).toMatchObject({ selfie: true, problem: null })
  })

  test('that are empty are missing', async () => {
    expect(await upload(page, 'selfie', Buffer.alloc(0))).toMatchObject({ selfie: false, problem: 'file_missing' })
  })

  test('are taken to the last byte of their limit, and refused past it with what to send', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(LIMITS.uploadBytes - PNG.length)])
    expect((await put(largest, 'image/png')).status).toBe(200)
    const answer = await put(Buffer.concat([largest, Buffer.alloc(1)]), 'image/png')
    expect(answer.json?.error).toEqual({
      status: 413,
      reason: 'Payload Too Large',
      message: 'The file is too large; send at most 8 MB',
    })
  })

  test('of another kind, or without a session, are refused before they are read', async () => {
    expect((await put(PNG, 'image/png', 'passport')).status).toBe(400)
    const anonymous = await service.request(`/checkout/v1${CHECKOUT_PATHS.upload}/selfie`, {
      method: 'PUT',
      token: null,
      raw: PNG,
    })
    expect(anonymous.status).toBe(401)
  })

  test('may be replaced until they are sent off, and then no more', async () => {
    await upload(page, 'government_id')
    await upload(page, 'government_id', FILES['application/pdf'], 'application/pdf')
    expect(await giveDocuments(page)).toMatchObject({ step: 'kyc_approved' })
    expect(await upload(page, 'selfie')).toMatchObject({ step: 'kyc_approved' })
  })

  test('are encrypted at rest', async () => {
    await upload(page, 'government_id')
    const stored = await service.deps.db.selectFrom('kyc_upload_pieces').select('content_encrypted').execute()
    expect(stored.length).toBeGreaterThan(0)
    for (const { content_encrypted: content } of stored) expect(content.includes('pixels of a passport')).toBe(false)
  })
})

/** A file whose bytes are sent by hand. */
const fileInHand = () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return { stream: readable, writer }
}

const putStream = (buyer: Buyer, stream: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
  buyer.send(`${CHECKOUT_PATHS.upload}/selfie`, {
    method: 'PUT',
    stream,
    headers: { 'content-type': 'image/png' },
    ...(signal === undefined ? {} : { signal }),
  })

const storedPieces = async (): Promise<number> =>
  (await service.deps.db.selectFrom('kyc_upload_pieces').select('seq').execute()).length

/** A file of which one piece is stored, and the rest still to come. */
const fileUnderWay = async () => {
  const before = await storedPieces()
  const { stream, writer } = fileInHand()
  const abort = new AbortController()
  const uploading = putStream(page, stream, abort.signal)
  await writer.write(Buffer.concat([PNG, Buffer.alloc(PIECE_BYTES)]))
  await expect.poll(storedPieces).toBe(before + 1)
  return { before, writer, abort: () => abort.abort(), uploading }
}

describe('the attack of uploads that fill memory and disk', () => {
  test('is answered before a byte is read where no file is asked for', async () => {
    const { page: payment } = await order(service)
    const fresh = await startKycSession(service, 3)
    const held = Array.from({ length: 20 }, () => fileInHand())
    for (const { writer } of held) void writer.write(PNG)
    const answers = await Promise.all(held.map(({ stream }, index) => putStream(index % 2 ? payment : fresh, stream)))
    expect(answers.map(({ status }) => status)).toEqual(held.map((_, index) => (index % 2 ? 404 : 200)))
  })

  test('ends at the limit where no length was declared, and leaves nothing behind', async () => {
    const before = await storedPieces()
    const pastLimit = new Blob([PNG, Buffer.alloc(LIMITS.uploadBytes)])
    expect((await putStream(page, pastLimit.stream())).json?.error).toMatchObject({ status: 413 })
    expect(await storedPieces()).toBe(before)
  })

  test.runIf(testDatabase === 'postgres')('finds one upload for each session where two begin at once', async () => {
    const { db } = service.deps
    const waiting = sql<{ n: number }>`
      select count(*)::integer as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `
    const files = [fileInHand(), fileInHand()]
    let uploads: ReturnType<typeof putStream>[] = []
    await db.transaction().execute(async (transaction) => {
      await sql`select id from kyc_sessions for update`.execute(transaction)
      uploads = files.map(({ stream }) => putStream(page, stream))
      for (const { writer } of files) void writer.write(PNG)
      await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(2)
    })
    expect((await Promise.race(uploads)).status).toBe(409)
    for (const { writer } of files) void writer.close().catch(() => undefined)
    const statuses = (await Promise.all(uploads)).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('finds one upload at a time for each session, stored piece by piece as it arrives', async () => {
    const before = await storedPieces()
    const first = fileInHand()
    const uploading = putStream(page, first.stream)
    await first.writer.write(Buffer.concat([PNG, Buffer.alloc(2 * PIECE_BYTES)]))
    await expect.poll(storedPieces).toBe(before + 2)
    expect((await put(PNG, 'image/png')).json?.error).toMatchObject({ status: 409 })
    await first.writer.close()
    expect((await uploading).json?.data).toMatchObject({ selfie: true, problem: null })
    expect(await storedPieces()).toBe(before + 3)
  })

  test('leaves nothing of a file that stops arriving, and the next one is taken', async () => {
    const { before, abort, uploading } = await fileUnderWay()
    abort()
    await expect(uploading).rejects.toThrow(/abort/i)
    await expect.poll(storedPieces).toBe(before)
    await expect.poll(async () => (await put(PNG, 'image/png')).status).toBe(200)
  })

  test('leaves nothing of a file whose process died, once its five minutes are over, and the next one is taken', async () => {
    const { before, writer, uploading } = await fileUnderWay()
    service.clock.advance(299_999)
    await forgetAbandoned(service.deps)
    expect(await storedPieces()).toBe(before + 1)
    service.clock.advance(1)
    await forgetAbandoned(service.deps)
    expect(await storedPieces()).toBe(before)
    expect((await put(PNG, 'image/png')).status).toBe(200)
    expect(await storedPieces()).toBe(before + 1)
    // It was only halted, and has the rest of the file.
    await writer.close()
    expect((await uploading).json?.error).toMatchObject({
      status: 400,
      message: expect.stringContaining('send it again'),
    })
    expect(await storedPieces()).toBe(before + 1)
  })

  test('ends after ten files of one session, and the buyer goes on with what is there', async () => {
    await upload(page, 'government_id')
    const problems: unknown[] = []
    for (let sent = 1; sent < 11; sent += 1) problems.push((await upload(page, 'selfie')).problem)
    expect(problems).toEqual([...Array.from({ length: 9 }, () => null), 'file_limit'])
    expect(await page.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'kyc_approved' })
  })

  test('counts none that says itself that it is too large: ten others are taken', async () => {
    expect((await put(Buffer.concat([PNG, Buffer.alloc(LIMITS.uploadBytes)]), 'image/png')).status).toBe(413)
    for (let nr = 0; nr < 10; nr += 1) expect(await upload(page, 'selfie')).toMatchObject({ problem: null })
  })

  test('takes no space for files that were replaced', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(LIMITS.uploadBytes - PNG.length)])
    const before = await storedPieces()
    for (let sent = 0; sent < 6; sent += 1) expect((await put(largest, 'image/png')).status).toBe(200)
    expect(await storedPieces()).toBe(before + LIMITS.uploadBytes / PIECE_BYTES)
    const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size('kyc_upload_pieces') as bytes, ${await storedPieces()}::integer as pieces
    `.execute(service.deps.db)
    // On a Postgres server the space comes back when its autovacuum passes by.
    const allowed = testDatabase === 'embedded' ? 4 : 8
    expect(rows[0]?.bytes ?? 0).toBeLessThan(allowed * LIMITS.uploadBytes)
  })
})

describe('types per kind of file', () => {
  test('a PDF is a document and no selfie', async () => {
    expect(await upload(page, 'selfie', FILES['application/pdf'], 'application/pdf')).toMatchObject({
      selfie: false,
      problem: 'file_type',
    })
  })
})
