import { CHECKOUT_PATHS, LIMITS, UPLOAD_TYPES } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAddress, giveDocuments, giveEmail, giveIdentity, PNG, upload } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'

let service: TestService
let page: Buyer
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  page = await startKycSession(service, 3)
  await giveEmail(page)
  await giveIdentity(page)
  await giveAddress(page)
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
  it.each(UPLOAD_TYPES)('%s is taken', async (type) => {
    expect(await upload(page, 'government_id', FILES[type], type)).toMatchObject({ government_id: true, problem: null })
  })

  it('are known by their bytes, whatever they are called', async () => {
    const named = await upload(page, 'selfie', Buffer.from('<script>alert(1)</script>'), 'image/png')
    expect(named).toMatchObject({ selfie: false, problem: 'file_type' })
    expect(await upload(page, 'selfie', PNG, 'application/octet-stream')).toMatchObject({ selfie: true, problem: null })
  })

  it('that are empty are missing', async () => {
    expect(await upload(page, 'selfie', Buffer.alloc(0))).toMatchObject({ selfie: false, problem: 'file_missing' })
  })

  it('are taken to the last byte of their limit, and refused past it with what to send', async () => {
    const largest = Buffer.concat([PNG, Buffer.alloc(LIMITS.uploadBytes - PNG.length)])
    expect((await put(largest, 'image/png')).status).toBe(200)
    const answer = await put(Buffer.concat([largest, Buffer.alloc(1)]), 'image/png')
    expect(answer.json?.error).toEqual({
      status: 413,
      reason: 'Payload Too Large',
      message: 'The file is too large; send at most 8 MB',
    })
  })

  it('of another kind, or without a session, are refused before they are read', async () => {
    expect((await put(PNG, 'image/png', 'passport')).status).toBe(400)
    const anonymous = await service.request(`/checkout/v1${CHECKOUT_PATHS.upload}/selfie`, {
      method: 'PUT',
      token: null,
      raw: PNG,
    })
    expect(anonymous.status).toBe(401)
  })

  it('may be replaced until they are sent off, and then no more', async () => {
    await upload(page, 'government_id')
    await upload(page, 'government_id', FILES['application/pdf'], 'application/pdf')
    expect(await giveDocuments(page)).toMatchObject({ step: 'kyc_approved' })
    expect(await upload(page, 'selfie')).toMatchObject({ step: 'kyc_approved' })
  })

  it('are encrypted at rest', async () => {
    await upload(page, 'government_id')
    const stored = await service.deps.db.selectFrom('kyc_uploads').select('content_encrypted').execute()
    expect(stored.length).toBeGreaterThan(0)
    for (const { content_encrypted: content } of stored) expect(content.includes('pixels of a passport')).toBe(false)
  })
})
