import { CHECKOUT_PATHS, CHECKOUT_PHONE_OPEN } from '@coinslot/contract'
import { sql } from 'kysely'
import { type Buyer, hostedBuyer } from './buyer.ts'
import type { TestMerchant, TestService } from './harness.ts'
import { EMAIL, FULL_NAME, giveAddress, giveDocuments, giveEmail, giveIdentity, PHONE, upload } from './kyc-customer.ts'
import { order, orderRedirect, startKycSession } from './orders.ts'

type Act = (page: Buyer, service: TestService) => Promise<unknown>

/** A place where one can be, as it is shown, and what leads there. */
type Place = readonly [shown: object, ...acts: readonly Act[]]

/** Somebody who has come to a place. */
export interface Bystander {
  readonly page: Buyer
  readonly shown: object
}

const refused: Act = (page) => page.pay({ number: '5424180000000171' })
const challenged: Act = (page) => page.pay({ number: '4000020000000000' })
const WITH_CARD: readonly Place[] = [
  [{ step: 'pay', attempts_left: 3 }],
  [{ step: 'pay', attempts_left: 2 }, refused],
  [{ step: 'pay', attempts_left: 1 }, refused, refused],
  [{ step: 'challenge' }, challenged],
  [{ step: 'challenge' }, refused, challenged],
  [{ step: 'approved', receipt: { last_four: '1111' } }, (page) => page.pay()],
  [{ step: 'approved', receipt: { last_four: '1471' } }, refused, (page) => page.pay({ number: '5204247750001471' })],
  [{ step: 'declined' }, refused, (page) => page.act(CHECKOUT_PATHS.close)],
]

const asked: Act = (page) => page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
const named: Act = (page) => page.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
const linked: Act = (page) => page.act(CHECKOUT_PATHS.kycPhone)
const handedOver: Act = async (page, service) => {
  const view = await page.act(CHECKOUT_PATHS.kycPhone)
  if (view.step !== 'kyc_documents' || view.phone?.state !== 'waiting') throw new Error(`The step is ${view.step}`)
  const body = { token: new URL(view.phone.url).hash.slice(1) }
  await service.post(CHECKOUT_PHONE_OPEN, body, { token: null, headers: { 'sec-fetch-site': 'same-origin' } })
}
const proven: Act = (page) => giveEmail(page)
const known = (name?: string): readonly Act[] => [
  proven,
  (page) => giveIdentity(page, name),
  (page) => giveAddress(page),
]
const judged = (name?: string): readonly Act[] => [...known(name), (page) => giveDocuments(page)]
const UNDER_CHECK: readonly Place[] = [
  [{ step: 'kyc_email' }],
  [{ step: 'kyc_email_code' }, asked],
  [{ step: 'kyc_identity' }, proven],
  [{ step: 'kyc_phone_code' }, proven, named],
  [{ step: 'kyc_documents', selfie: false, phone: { state: 'none' } }, ...known()],
  [{ step: 'kyc_documents', phone: { state: 'waiting' } }, ...known(), linked],
  [{ step: 'kyc_documents', phone: { state: 'open' } }, ...known(), handedOver],
  [{ step: 'kyc_documents', government_id: false, selfie: true }, ...known(), (page) => upload(page, 'selfie')],
  [{ step: 'kyc_approved' }, ...judged()],
  [{ step: 'kyc_pending' }, ...judged('Pending Hopper')],
  [{ step: 'kyc_rejected' }, ...judged('Reject Hopper')],
]

/** Puts off what stands there for as long as it is kept waiting at most, and its links for a year. */
const holdStill = async ({ clock, deps: { db } }: TestService): Promise<void> => {
  const later = sql`${clock.now()}::timestamptz + interval '10 minutes'`
  await sql`update card_attempts set check_at = ${later} where status = 'challenged'`.execute(db)
  await sql`update kyc_sessions set check_at = ${later} where check_at is not null`.execute(db)
  await sql`update redirect_tokens set expires_at = expires_at + interval '1 year'`.execute(db)
}

/** Buyers and customers of a merchant, one in each place where one can be, for whom nothing is due for a while. */
export const standBystanders = async (service: TestService, merchant: TestMerchant): Promise<readonly Bystander[]> => {
  const bystanders: Bystander[] = []
  const come = async (page: Buyer, [shown, ...acts]: Place): Promise<void> => {
    for (const act of acts) await act(page, service)
    bystanders.push({ page, shown })
  }
  for (const [index, place] of WITH_CARD.entries()) {
    const amount = `${index + 1}.50`
    const [shown, ...acts] = place
    const { page, intentId } = await order(service, { merchant, amount })
    await come(page, [{ ...shown, payment_intent_id: intentId, item: { amount } }, ...acts])
  }
  for (const place of UNDER_CHECK) await come(await startKycSession(service, 3, { merchant }), place)
  await orderRedirect(service, { merchant })
  const { pathname } = await orderRedirect(service, { merchant, amount: '20.00' })
  await come(hostedBuyer(service, pathname.split('/').at(-1) ?? ''), [{ step: 'pay', item: { amount: '20.00' } }])
  await holdStill(service)
  return bystanders
}

export interface StoredRow {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

/** Every row that is stored, under its text. */
export const readRows = async ({ deps: { db } }: TestService): Promise<ReadonlyMap<string, StoredRow>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  `.execute(db)
  const stored = new Map<string, StoredRow>()
  for (const { name: table } of tables) {
    const { rows } = await sql<
      Pick<StoredRow, 'row'>
    >`select to_jsonb(kept) as row from ${sql.table(table)} kept`.execute(db)
    for (const { row } of rows) stored.set(`${table} ${JSON.stringify(row)}`, { table, row })
  }
  return stored
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** The rows that name a merchant, those that name what the merchant has, and so on. */
export const rowsOf = async (
  service: TestService,
  { merchantId }: TestMerchant,
): Promise<ReadonlyMap<string, StoredRow>> => {
  const rest = new Map(await readRows(service))
  const found = new Map<string, StoredRow>()
  const ids = new Set([merchantId])
  for (const id of ids) {
    for (const [text, stored] of rest) {
      if (!text.includes(id)) continue
      rest.delete(text)
      found.set(text, stored)
      for (const [each] of text.matchAll(UUID)) ids.add(each)
    }
  }
  return found
}
