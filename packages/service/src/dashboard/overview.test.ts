import { SANDBOX_CARDS, subscriptionSchema } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardVisitor, visitNewMerchant } from '../../test/dashboard-session.ts'
import { answer, type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { giveEmail, giveIdentity } from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { order } from '../../test/orders.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { withoutTable } from '../../test/without-table.ts'
import { countHoursThatAreOver } from '../payments/count-hours.ts'

const HOUR_MS = 60 * 60_000
const REFUSED = SANDBOX_CARDS.find(({ reason }) => reason === 'insufficient_funds')?.number ?? ''
const REFUSED_WITHOUT_REASON = '5424180000000171'

let service: TestService
/** Where no delivery arrives. */
let failing: FaultEndpoint
beforeAll(async () => {
  service = await startTestService()
  failing = await startFaultEndpoint()
  failing.behave(answer(500))
})
afterAll(async () => {
  await service.close()
  await failing.close()
})

// In this order: the hour runs, and is over in the last.
describe('of an hour of sales', { shuffle: false }, () => {
  let endpoint: FaultEndpoint
  let visitor: DashboardVisitor
  let merchant: TestMerchant
  let other: TestMerchant
  /** The hour in which everything happens. */
  let from: Date

  const overview = () => visitor.read('readOverview')

  beforeAll(async () => {
    endpoint = await startFaultEndpoint()
    const toFull = HOUR_MS - (service.clock.now().getTime() % HOUR_MS)
    service.clock.advance(toFull)
    from = service.clock.now()
    ;({ merchant, visitor } = await visitNewMerchant(service))
    const { token } = merchant
    await service.post('/notifications/v1/subscriptions', { endpoint: endpoint.url }, { token })

    const approved = await order(service, { merchant, amount: '10.00' })
    await approved.page.pay()
    const second = await order(service, { merchant, amount: '0.50' })
    await second.page.pay({ number: REFUSED })
    await second.page.pay()
    const declined = await order(service, { merchant })
    for (let time = 0; time < 3; time += 1) await declined.page.pay({ number: REFUSED })
    await (await order(service, { merchant })).page.view()
    await order(service, { merchant })
    await order(service, { merchant, buyer: { id: 'x', email: 'banned@example.com' } })
    // What another merchant's buyers do is none of it.
    other = await service.createMerchant()
    const elsewhere = await order(service, { merchant: other, amount: '7.00' })
    await elsewhere.page.pay({ number: REFUSED })
    await elsewhere.page.pay()
    await order(service, { merchant: other })
  })
  afterAll(() => endpoint.close())

  const totals = { created: 5, approved: 2, declined: 1, expired: 0, refused: 1 }

  test('tells what happened, by the hour and in all', async () => {
    const told = await overview()
    expect(told.totals).toEqual(totals)
    expect(told.hours).toHaveLength(24)
    expect(told.hours.filter(({ created }) => created > 0)).toEqual([{ at: from.toISOString(), ...totals }])
    expect(told.volume).toEqual([{ currency: 'USD', amount: '10.50' }])
    expect(told.approval_rate).toBeCloseTo(2 / 3)
    expect(told.refusals).toEqual([
      { reason: 'insufficient_funds', count: 4 },
      { reason: 'ERR01', count: 1 },
    ])
    expect((await visitor.read('readOverview', { range: '7d' })).hours).toHaveLength(7 * 24)
  })

  test('tells how far buyers came', async () => {
    await expect
      .poll(async () => {
        service.clock.advance(5_000)
        return (await overview()).funnel
      })
      .toEqual({ created: 5, opened: 4, attempted: 3, approved: 2 })
  })

  test('tells of deliveries what their endpoint did', async () => {
    await expect.poll(() => endpoint.received.length).toBe(3)
    await expect
      .poll(async () => {
        service.clock.advance(5_000)
        return (await overview()).delivery
      })
      .toMatchObject({ attempts: 3, success_rate: 1, waiting: 0, oldest_due_at: null, p50_ms: expect.any(Number) })
  })

  test('counts as expired what nobody has paid in time, and says the same when the hour is counted for good', async () => {
    service.clock.advance(HOUR_MS)
    const counted = { ...totals, expired: 2 }
    await expect.poll(async () => (await overview()).totals).toEqual(counted)
    const { db } = service.deps
    const open = db.selectFrom('payment_intents').select('id').where('status', '=', 'Created')
    await expect
      .poll(async () => {
        service.clock.advance(5_000)
        return (await open.execute()).length
      })
      .toBe(0)
    const countedOf = ({ merchantId }: TestMerchant) => {
      const hours = db.selectFrom('intent_hours').select(['status', 'intents']).where('merchant_id', '=', merchantId)
      return hours.orderBy('status').execute()
    }
    const countForGood = async () => {
      for (let turn = 0; turn < 9; turn += 1) await countHoursThatAreOver(service.deps)
      return countedOf(merchant)
    }
    const late = await service.createMerchant()
    const storeInTheHour = async (status: 'Approved' | 'Created') => {
      const { id } = await storeIntent(service, { merchant: late, status })
      const long = { created_at: from, expires_at: new Date(from.getTime() + 24 * HOUR_MS) }
      await db.updateTable('payment_intents').set(long).where('id', '=', id).execute()
    }
    await storeInTheHour('Approved')
    // What was begun in the hour may be on its way until the next one is over as well.
    expect(await countForGood()).toEqual([])
    expect(await countedOf(late)).toEqual([])
    await storeInTheHour('Created')
    service.clock.advance(2 * HOUR_MS)
    expect(await countForGood()).toEqual([
      { status: 'Approved', intents: 2 },
      { status: 'Declined', intents: 1 },
      { status: 'Expired', intents: 2 },
      { status: 'Refused', intents: 1 },
    ])
    expect(await countedOf(other)).toEqual([
      { status: 'Approved', intents: 1 },
      { status: 'Expired', intents: 1 },
    ])
    expect(await countedOf(late)).toEqual([])
    const told = await overview()
    expect(told.totals).toEqual(counted)
    expect(told.approval_rate).toBeCloseTo(2 / 5)
    expect(told.hours.find(({ at }) => at === from.toISOString())).toEqual({ at: from.toISOString(), ...counted })
    expect(told.volume).toEqual([{ currency: 'USD', amount: '10.50' }])
    expect(told.refusals).toContainEqual({ reason: 'ERR01', count: 1 })
    // What comes later is counted beside it.
    merchant = await service.withFreshToken(merchant)
    await (await order(service, { merchant, amount: '1.00' })).page.pay()
    service.clock.advance(5_000)
    expect((await overview()).totals).toEqual({ ...counted, created: 6, approved: 3 })
  })
})

test('counts as expired what is past its time, before the sweep has written so', async () => {
  const { merchant: owner, visitor: page } = await visitNewMerchant(service)
  const { id } = await storeIntent(service, { merchant: owner })
  const { db, clock } = service.deps
  await db.updateTable('payment_intents').set({ expires_at: clock.now() }).where('id', '=', id).execute()
  expect((await page.read('readOverview')).totals).toMatchObject({ created: 1, expired: 1 })
})

test('says of a card in the timeline why it was refused', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const { intentId, page } = await order(service, { merchant })
  await page.pay({ number: REFUSED })
  service.clock.advance(1_000)
  await page.pay({ number: REFUSED_WITHOUT_REASON })
  const { timeline } = await visitor.read('readPayment', {}, intentId)
  expect(timeline.flatMap((entry) => (entry.kind === 'card_refused' ? [entry.reason] : []))).toEqual([
    'insufficient_funds',
    null,
  ])
})

test('says in the timeline of a payment which identity check stood in front of it, and what was told of that', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const { intentId, page } = await order(service, { merchant, buyer: { email: 'kyc@example.com' } })
  await giveEmail(page)
  service.clock.advance(1_000)
  await giveIdentity(page)
  const { timeline } = await visitor.read('readPayment', {}, intentId)
  expect(timeline.slice(0, 5)).toMatchObject([
    { kind: 'created' },
    { kind: 'identity_asked', level: 2 },
    { kind: 'identity_given' },
    { kind: 'identity_decided', outcome: 'approved' },
    { kind: 'event', event_type: 'kyc_approved' },
  ])
})

test('says that the circuit of an endpoint is open while nothing arrives there', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  const { token } = merchant
  const body = { endpoint: `${failing.url}/dead`, event_types: ['kyc_rejected'] }
  const created = await service.post('/notifications/v1/subscriptions', body, { token })
  const { id } = created.data(subscriptionSchema)
  const health = async () =>
    (await visitor.read('listSubscriptions')).subscriptions.find((each) => each.id === id)?.health
  expect((await health())?.circuit).toBe('closed')
  for (let count = 0; count < 5; count += 1) await visitor.act('makeSampleEvent', { type: 'kyc_rejected' })
  await expect.poll(async () => (await health())?.circuit).toBe('open')
  expect(await health()).toMatchObject({
    success_rate: 0,
    waiting: 5,
    failing_since: expect.any(String),
    last_failure: { failure: 'http_status', status_code: 500 },
    next_attempt_at: expect.any(String),
  })
})

test('tells of none that waits for an endpoint which is disabled', async () => {
  const { merchant: owner, visitor: page } = await visitNewMerchant(service)
  const body = { endpoint: `${failing.url}/off`, event_types: ['kyc_rejected'] }
  const created = await service.post('/notifications/v1/subscriptions', body, { token: owner.token })
  await page.act('makeSampleEvent', { type: 'kyc_rejected' })
  const waiting = async () => {
    service.clock.advance(5_000)
    return (await page.read('readOverview')).delivery.waiting
  }
  await expect.poll(waiting).toBe(1)
  await page.act('disableSubscription', {}, created.data(subscriptionSchema).id)
  expect(await waiting()).toBe(0)
})

test('is asked again at once where it could not be counted', async () => {
  const { visitor: page } = await visitNewMerchant(service)
  await withoutTable(service.deps.db, 'payment_intents', () =>
    expect(page.read('readOverview')).rejects.toThrow('answered 500'),
  )
  expect((await page.read('readOverview')).totals).toMatchObject({ created: 0 })
})

/** As the job does, which counts a day's hours of a merchant at most in one turn. */
const countAllHours = async () => {
  for (let turn = 0; turn < 9; turn += 1) await countHoursThatAreOver(service.deps)
}

test('tells what happens where the clock has been set back, of hours that had been counted for good', async () => {
  const { merchant: ahead, visitor: page } = await visitNewMerchant(service)
  const { merchant: behind, visitor: other } = await visitNewMerchant(service)
  const { db, clock } = service.deps
  const storeAt = async (hoursAgo: number, status: 'Approved' | 'Created') => {
    const { id } = await storeIntent(service, { merchant: behind, status })
    const created_at = new Date(clock.now().getTime() - hoursAgo * HOUR_MS)
    await db.updateTable('payment_intents').set({ created_at }).where('id', '=', id).execute()
  }
  await storeAt(6, 'Approved')
  // Hours of this one are counted up to its open intent: past none that the clock is set back to.
  await storeAt(5, 'Created')
  await countAllHours()
  expect((await page.read('readOverview')).totals).toMatchObject({ created: 0 })
  service.clock.advance(-3 * HOUR_MS)
  await order(service, { merchant: ahead })
  await countHoursThatAreOver(service.deps)
  expect((await page.read('readOverview')).totals).toMatchObject({ created: 1 })
  expect((await other.read('readOverview')).totals).toMatchObject({ created: 2, approved: 1 })
  service.clock.advance(3 * HOUR_MS)
})

test('hours that are over are counted by themselves, and openings that nobody looks at any more forgotten', async () => {
  const { merchant: owner } = await visitNewMerchant(service)
  await visitNewMerchant(service)
  // A merchant who has just come is counted a day in a turn, from eight days before.
  await countAllHours()
  const { db, clock } = service.deps
  const { id } = await storeIntent(service, { merchant: owner, status: 'Approved' })
  const opened_at = new Date(clock.now().getTime() - 90 * 24 * HOUR_MS)
  await db.insertInto('intent_openings').values({ intent_id: id, opened_at }).execute()
  // Those of no other merchant can be, whichever of them comes first.
  await sql`
    alter table intent_hours_until add constraint counted check (merchant_id = ${sql.lit(owner.merchantId)}) not valid
  `.execute(db)
  service.clock.advance(2 * HOUR_MS)
  const found = async () => {
    service.clock.advance(60_000)
    const hours = db.selectFrom('intent_hours').select('intents').where('merchant_id', '=', owner.merchantId)
    const openings = db.selectFrom('intent_openings').select('intent_id').where('intent_id', '=', id)
    const told = lastLogged(service, 'the hours of a merchant could not be counted')
    return { hours: await hours.execute(), openings: await openings.execute(), told }
  }
  const told = { merchant_id: expect.any(String), err: { message: expect.stringContaining('counted') } }
  await expect.poll(found).toMatchObject({ hours: [{ intents: 1 }], openings: [], told })
  await sql`alter table intent_hours_until drop constraint counted`.execute(db)
})

test('forgets hours that no overview looks at any more', async () => {
  const { merchant: owner } = await visitNewMerchant(service)
  await storeIntent(service, { merchant: owner, status: 'Approved' })
  const hours = service.deps.db.selectFrom('intent_hours').select('at').where('merchant_id', '=', owner.merchantId)
  service.clock.advance(2 * HOUR_MS)
  await countAllHours()
  expect(await hours.execute()).toHaveLength(1)
  service.clock.advance(9 * 24 * HOUR_MS)
  await countAllHours()
  // The service's own job, which the clock has woken too, may have counted last and be about to forget.
  await expect.poll(() => hours.execute()).toEqual([])
})
