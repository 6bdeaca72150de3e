import { CHECKOUT_PATHS, SANDBOX, sessionViewSchema } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, TEST_SECRET_KEY, type TestMerchant, type TestService } from '../../test/harness.ts'
import { EMAIL, giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { decodedMail, headerOf, type MailServer, startMailServer } from '../../test/mail-server.ts'
import { order } from '../../test/orders.ts'
import { processOn, request } from '../../test/secret-process.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { updateMerchant } from '../auth/merchant-store.ts'
import { expireIntentNow } from '../cards/expire-intents.ts'
import { reencrypt } from '../platform/reencrypt.ts'
import { readSmtpUrl } from '../platform/smtp-rules.ts'
import { giveUpOldReceipts, mailReceipts } from './mail-receipts.ts'
import { LEASE_MS } from './receipt-rules.ts'
import { takeDueReceipts } from './receipt-store.ts'
import { RECEIPT_WORDS } from './receipt-words.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const FROM = 'Coins <pay@coins.example>'

let mailbox: MailServer
/** What the server answers to a recipient in place of taking the mail. */
let refusal: number | null = null
/** What the next recipients wait for, of whatever mail. */
const held: Promise<void>[] = []
let service: TestService
let merchant: TestMerchant

const startMailbox = (port = 0, greeting = 220) =>
  startMailServer(
    {
      onConnect: (_session, done) =>
        done(greeting === 220 ? null : Object.assign(new Error('no mail now'), { responseCode: greeting })),
      onRcptTo: async ({ address }, _session, done) => {
        await held.shift()
        done(refusal === null ? null : Object.assign(new Error(`no ${address}`), { responseCode: refusal }))
      },
    },
    port,
  )
const smtpUrl = () => `smtp://127.0.0.1:${mailbox.port}`
const mailConfig = () => {
  const smtp = readSmtpUrl(smtpUrl())
  return { smtp: smtp && { ...smtp, from: FROM } }
}

beforeAll(async () => {
  mailbox = await startMailbox()
  service = await startTestService({ wakesJobs: false, config: mailConfig() })
})
beforeEach(async () => {
  refusal = null
  mailbox.taken.length = 0
  await service.deps.db.deleteFrom('receipt_mails').execute()
  merchant = await service.createMerchant({ merchant: 'Castle Games' })
})
afterAll(async () => {
  await service.close()
  await mailbox.close()
})

const kept = () => service.deps.db.selectFrom('receipt_mails').select(['intent_id', 'due_at', 'tries']).execute()
/** To whom receipts were mailed; codes go out by the same server. */
const recipients = () =>
  mailbox.taken
    .filter((mail) => headerOf(mail, 'message-id')?.startsWith('<receipt.'))
    .map((mail) => headerOf(mail, 'to'))
const outcomes = async () => {
  const { values } = await service.deps.receiptMetrics.mails.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
}

const payIn = async (page: Buyer, language: string) => {
  const answer = await page.send(CHECKOUT_PATHS.pay, {
    method: 'POST',
    body: page.payRequest(),
    headers: { 'accept-language': language },
  })
  expect(answer.data(sessionViewSchema).step).toBe('approved')
}
/** An approved payment whose receipt waits to be mailed. */
const paid = async (): Promise<string> => {
  const { intentId, page } = await order(service, { merchant })
  await page.view()
  expect((await page.pay()).step).toBe('approved')
  return intentId
}

describe('the receipt of an approved payment', () => {
  test('is mailed by itself to the address that the merchant gave, in the language that the buyer pays in', async () => {
    const mailing = await startTestService({ config: mailConfig(), merchant: { merchant: 'Castle Games' } })
    const { intentId, page } = await order(mailing)
    await page.view()
    await payIn(page, 'de-AT')
    const keptLater = () => {
      mailing.clock.advance(5_000)
      return mailing.deps.db.selectFrom('receipt_mails').select('intent_id').execute()
    }
    await expect.poll(keptLater).toEqual([])
    await mailing.close()
    expect(mailbox.taken).toHaveLength(1)
    const [mail = ''] = mailbox.taken
    expect(headerOf(mail, 'to')).toBe('ada@example.com')
    expect(headerOf(mail, 'from')).toBe(FROM)
    expect(headerOf(mail, 'subject')).toBe('Ihr Beleg von Castle Games')
    expect(headerOf(mail, 'message-id')).toBe(`<receipt.${intentId}@coins.example>`)
    const told = decodedMail(mail)
    for (const fact of [
      'Artikel: 100 coins',
      /Betrag: .*9,99/,
      'Visa ••••\u00a01111',
      'Referenz: order-1',
      /Zeit: .* UTC/,
    ])
      expect(told).toMatch(fact)
    expect(told).toContain('<table ')
    expect(told).toContain(RECEIPT_WORDS.de.test)
  })

  test('goes to no address that never answered its code, though Pay was pressed meanwhile', async () => {
    const wallet = { address: '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4d', blockchain: 'polygon' }
    const { page } = await order(service, { merchant, buyer: { id: 'mistyped', wallet }, amount: '600.00' })
    await page.view()
    await page.act(CHECKOUT_PATHS.kycEmail, { email: 'somebody.else@example.com' })
    expect((await page.pay()).step).toBe('kyc_email_code')
    await giveEmail(page)
    expect((await giveIdentity(page)).step).toBe('pay')
    expect((await page.pay()).step).toBe('approved')
    await mailReceipts(service.deps)
    expect(recipients()).toEqual([EMAIL])
  })

  test('goes to the address that the buyer has proven, where the merchant gave none; paying never depends on it', async () => {
    const buyer = {
      id: 'proven',
      wallet: { address: '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c', blockchain: 'polygon' },
    }
    const { page, errorCode } = await order(service, { merchant, buyer, amount: '600.00' })
    expect(errorCode).toBe('ERR06')
    await page.view()
    await giveEmail(page)
    expect((await giveIdentity(page)).step).toBe('pay')
    expect((await page.pay()).step).toBe('approved')
    await mailReceipts(service.deps)
    expect(recipients()).toEqual([EMAIL])
    const later = await order(service, { merchant, buyer, amount: '1.00' })
    await later.page.view()
    await later.page.pay()
    await mailReceipts(service.deps)
    expect(recipients()).toEqual([EMAIL, EMAIL])

    const keepProven = (email: Buffer | null) =>
      service.deps.db.updateTable('kyc_customers').set({ email_encrypted: email }).execute()
    await keepProven(Buffer.from('unreadable'))
    const unmailed = await order(service, { merchant, buyer, amount: '1.00' })
    await unmailed.page.view()
    expect((await unmailed.page.pay()).step).toBe('approved')
    await mailReceipts(service.deps)
    expect(recipients()).toEqual([EMAIL, EMAIL])
    await keepProven(null)
  })

  test('is nobody’s header, whatever the merchant is called', async () => {
    const displayName = 'Evil\r\nBcc: eve@evil.example\r\n\r\n<script>'
    await updateMerchant(service.deps.db, merchant.merchantId, { displayName })
    await paid()
    await mailReceipts(service.deps)
    const [mail = ''] = mailbox.taken
    expect(headerOf(mail, 'bcc')).toBeNull()
    expect(headerOf(mail, 'subject')).toContain('Evil Bcc: eve@evil.example')
    const told = decodedMail(mail)
    expect(told.slice(told.indexOf('<!doctype'))).not.toContain('<script>')
  })
})

describe('the address', () => {
  test('stands nowhere in clear, and is renewed with the secret key', async () => {
    await order(service, { merchant })
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`.execute(service.deps.db)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(
        service.deps.db,
      )
      const dump = JSON.stringify(rows)
      for (const form of ['utf8', 'hex', 'base64'] as const)
        expect(dump, name).not.toContain(Buffer.from('ada@example.com').toString(form))
    }
    const renewed = await processOn(service.deps.db, service.clock, `${'new'.repeat(11)},${TEST_SECRET_KEY}`)
    expect((await reencrypt(renewed)).unreadable).toBe(0)
    const row = await service.deps.db.selectFrom('receipt_mails').select('email_encrypted').executeTakeFirstOrThrow()
    expect(row.email_encrypted.subarray(0, 5)).toEqual(renewed.secrets.newestPrefix)
    await service.deps.db.deleteFrom('receipt_mails').execute()
    const back = await processOn(service.deps.db, service.clock, `${TEST_SECRET_KEY},${'new'.repeat(11)}`)
    expect((await reencrypt(back)).unreadable).toBe(0)
  })

  test('is not kept where there is no intent, no longer than the payment is open, nor without a server of mail', async () => {
    const { errorCode } = await order(service, {
      merchant,
      buyer: { email: `${SANDBOX.bannedEmailLocalPart}@example.com` },
    })
    expect(errorCode).toBe('ERR01')
    expect(await kept()).toEqual([])
    const { intentId } = await order(service, { merchant })
    expect(await kept()).toMatchObject([{ intent_id: intentId, due_at: null }])
    await expireIntentNow(service.deps, intentId)
    expect(await kept()).toEqual([])
    const mailless = await processOn(service.deps.db, service.clock, TEST_SECRET_KEY)
    await request(mailless, merchant, 'without mail')
    expect(await kept()).toEqual([])
  })
})

describe('a receipt is mailed later', () => {
  test('where the server was down, or did not take it for now', async () => {
    const before = service.logs.length
    const failed = () => service.logs.slice(before).filter((line) => line.includes('a receipt could not be mailed'))
    const { port } = mailbox
    await mailbox.close()
    await paid()
    await mailReceipts(service.deps)
    expect(failed()).toHaveLength(1)
    expect(failed().join('')).toContain('mail_unreachable')
    mailbox = await startMailbox(port)
    refusal = 451
    const mailLater = () => {
      service.clock.advance(MINUTE_MS)
      return mailReceipts(service.deps)
    }
    await expect.poll(() => mailLater().then(() => failed().length)).toBe(2)
    expect(mailbox.taken).toEqual([])
    refusal = null
    await expect.poll(() => mailLater().then(kept)).toEqual([])
    expect(mailbox.taken).toHaveLength(1)
  })

  test('with eight at once: a server that is down, or greets nobody, is not asked for every other; one that refuses a mailbox, or is slow about it, is', async () => {
    const intents: string[] = []
    for (let count = 0; count < 9; count += 1) intents.push(await paid())
    const triedOnce = async () => (await kept()).filter(({ tries }) => tries === 1).length
    await mailReceipts(service.deps, () => true)
    expect(await triedOnce()).toBe(0)
    const { port } = mailbox
    await mailbox.close()
    await mailReceipts(service.deps)
    expect(await triedOnce()).toBe(8)
    const now = service.clock.now()
    const makeDue = () => service.deps.db.updateTable('receipt_mails').set({ due_at: now, tries: 0 }).execute()
    mailbox = await startMailbox(port, 421)
    await makeDue()
    await mailReceipts(service.deps)
    expect(await triedOnce()).toBe(8)
    await mailbox.close()
    mailbox = await startMailbox(port)
    await makeDue()
    refusal = 451
    await mailReceipts(service.deps)
    expect(await triedOnce()).toBe(intents.length)

    let answer = (): void => {}
    held.push(new Promise((resolve) => (answer = resolve)))
    refusal = null
    service.clock.advance(MINUTE_MS)
    const mailed = mailReceipts(service.deps)
    await expect.poll(() => mailbox.taken.length).toBe(intents.length - 1)
    answer()
    await mailed
    expect(mailbox.taken).toHaveLength(intents.length)
  })

  test('where a clock that was far ahead has put it off', async () => {
    await paid()
    service.clock.advance(DAY_MS / 2)
    refusal = 451
    await mailReceipts(service.deps)
    expect(await kept()).toMatchObject([{ tries: 1 }])
    service.clock.advance(-DAY_MS / 2)
    refusal = null
    await mailReceipts(service.deps)
    expect(await kept()).toEqual([])
  })

  test('by another process, where the one that took it has died', async () => {
    const intentId = await paid()
    const now = service.clock.now()
    const leaseUntil = new Date(now.getTime() + LEASE_MS)
    expect(await takeDueReceipts(service.deps.db, { now, leaseUntil, limit: 8 })).toMatchObject([
      { intentId, tries: 1 },
    ])
    const environment = { COINSLOT_SMTP_URL: smtpUrl(), COINSLOT_SMTP_FROM: FROM }
    const next = await processOn(service.deps.db, service.clock, TEST_SECRET_KEY, environment)
    await mailReceipts(next)
    expect(mailbox.taken).toEqual([])
    service.clock.advance(LEASE_MS)
    await Promise.all([mailReceipts(next), mailReceipts(service.deps), mailReceipts(next)])
    expect(await kept()).toEqual([])
    expect(mailbox.taken.map((mail) => headerOf(mail, 'message-id'))).toEqual([`<receipt.${intentId}@coins.example>`])
  })

  test('alone, where its address cannot be read: all others are mailed', async () => {
    const unreadable = await paid()
    await service.deps.db
      .updateTable('receipt_mails')
      .set({ email_encrypted: Buffer.from('unreadable') })
      .execute()
    for (let count = 0; count < 8; count += 1) await paid()
    await mailReceipts(service.deps)
    expect(await kept()).toMatchObject([{ intent_id: unreadable, tries: 1 }])
    expect(mailbox.taken).toHaveLength(8)
  })

  test('never, where the mailbox refuses it for good', async () => {
    refusal = 550
    await paid()
    await mailReceipts(service.deps)
    expect(await kept()).toEqual([])
    expect(await outcomes()).toMatchObject({ refused: 1 })
  })

  test('never, once a day has passed, though there is no server of mail any more', async () => {
    await paid()
    const clock = createTestClock()
    clock.advance(service.clock.now().getTime() - clock.now().getTime() + DAY_MS)
    await giveUpOldReceipts(await processOn(service.deps.db, clock, TEST_SECRET_KEY))
    expect(await kept()).toEqual([])
  })

  test('never, once a day has passed, which operators are told of each', async () => {
    await paid()
    await paid()
    const before = (await outcomes())['given_up'] ?? 0
    service.clock.advance(DAY_MS)
    await giveUpOldReceipts(service.deps)
    await mailReceipts(service.deps)
    expect(await kept()).toEqual([])
    expect(lastLogged(service, 'were given up')).toMatchObject({ receipts: 2 })
    expect(await outcomes()).toMatchObject({ given_up: before + 2 })
    expect(mailbox.taken).toEqual([])
  })
})
