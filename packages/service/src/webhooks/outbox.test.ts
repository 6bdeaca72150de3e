import { randomUUID } from 'node:crypto'
import { webhookEventSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { merchantsHeld, type NewEvent, recordEvent, recordEvents } from './outbox.ts'
import { insertSubscription, lockSubscription, type NewSubscription } from './subscription-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const merchant = async () => {
  const { merchantId } = await service.createMerchant()
  return merchantId
}
const approval = (merchantId: string, intentId: string = randomUUID()): NewEvent => ({
  merchantId,
  at: service.clock.now(),
  type: 'payment_approved',
  data: {
    payment_intent_id: intentId,
    status: 'Approved',
    reference: null,
    amount: '9.99',
    currency: 'USD',
    item_id: 'coins',
    buyer_id: 'player-1',
  },
})
const subscribe = (merchantId: string, fields: Partial<NewSubscription> = {}) => {
  const { db, secrets, clock } = service.deps
  const endpoint = 'http://127.0.0.1:9/'
  const defaults = { merchantId, endpoint, description: '', status: 'enabled' as const, at: clock.now() }
  return insertSubscription(db, secrets, { ...defaults, ...fields })
}
const deliveriesOf = (eventId: string) =>
  service.deps.db.selectFrom('webhook_queue').selectAll().where('event_id', '=', eventId).execute()

describe('recordEvent', () => {
  test('writes a body that the contract knows', async () => {
    const merchantId = await merchant()
    const id = await recordEvent(service.deps.db, approval(merchantId))
    const { body } = await service.deps.db
      .selectFrom('webhook_events')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(webhookEventSchema.parse(JSON.parse(body))).toEqual({
      id,
      type: 'payment_approved',
      version: '1',
      created_at: service.clock.now().toISOString(),
      data: approval(merchantId, JSON.parse(body).data.payment_intent_id).data,
    })
  })

  test('keeps the order of events about an intent, a session of its own, or a subscription', async () => {
    const merchantId = await merchant()
    const at = service.clock.now()
    const passed = { outcome: 'approved', level: 2, external_id: null } as const
    const subjectOf = async (event: Pick<NewEvent, 'type' | 'data'>) => {
      const id = await recordEvent(service.deps.db, { merchantId, at, ...event } as NewEvent)
      expect(id).toMatch(/^evt_[0-9a-f]{32}$/)
      const stored = service.deps.db.selectFrom('webhook_events').select('subject').where('id', '=', id)
      return (await stored.executeTakeFirstOrThrow()).subject
    }
    const kyc = { ...passed, kyc_session_id: 'session-1' }
    expect(await subjectOf(approval(merchantId, 'intent-1'))).toBe('intent-1')
    expect(await subjectOf({ type: 'kyc_approved', data: { ...kyc, payment_intent_id: 'intent-2' } })).toBe('intent-2')
    expect(await subjectOf({ type: 'kyc_approved', data: { ...kyc, payment_intent_id: null } })).toBe('session-1')
    expect(await subjectOf({ type: 'webhook_test', data: { subscription_id: 'subscription-1' } })).toBe(
      'subscription-1',
    )
  })

  test('has it delivered to the enabled subscriptions of its merchant alone', async () => {
    const [merchantId, other] = [await merchant(), await merchant()]
    const enabled = [await subscribe(merchantId), await subscribe(merchantId)]
    await subscribe(merchantId, { status: 'disabled' })
    await subscribe(other)
    const id = await recordEvent(service.deps.db, approval(merchantId))
    const deliveries = await deliveriesOf(id)
    expect(deliveries.map((delivery) => delivery.subscription_id).toSorted()).toEqual(enabled.toSorted())
  })

  test('leaves it to the catching up where a subscription has not caught up yet', async () => {
    const merchantId = await merchant()
    const behind = await subscribe(merchantId)
    const { db } = service.deps
    await db.updateTable('webhook_subscriptions').set({ is_catching_up: true }).where('id', '=', behind).execute()
    expect(await deliveriesOf(await recordEvent(db, approval(merchantId)))).toEqual([])
  })

  test('has it delivered to those that take events of its type', async () => {
    const merchantId = await merchant()
    const all = await subscribe(merchantId)
    const approvals = await subscribe(merchantId, { eventTypes: ['payment_approved'] })
    await subscribe(merchantId, { eventTypes: ['payment_declined', 'kyc_approved'] })
    const deliveries = await deliveriesOf(await recordEvent(service.deps.db, approval(merchantId)))
    expect(deliveries.map((delivery) => delivery.subscription_id).toSorted()).toEqual([all, approvals].toSorted())
  })

  test('is undone with the change it belongs to', async () => {
    const merchantId = await merchant()
    await subscribe(merchantId)
    let id = ''
    const change = service.deps.db.transaction().execute(async (transaction) => {
      id = await recordEvent(transaction, approval(merchantId))
      throw new Error('the change failed')
    })
    await expect(change).rejects.toThrow('the change failed')
    expect(await deliveriesOf(id)).toEqual([])
  })

  test('is one event however often the same id is recorded', async () => {
    const merchantId = await merchant()
    await subscribe(merchantId)
    const event = { ...approval(merchantId), id: 'evt_once' }
    await recordEvent(service.deps.db, event)
    await recordEvent(service.deps.db, event)
    expect(await deliveriesOf('evt_once')).toHaveLength(1)
  })
})

describe('recordEvents', () => {
  test('has each of several events delivered to its own merchant, or seen as missed from the first on', async () => {
    const { db, clock } = service.deps
    const [merchantId, other] = [await merchant(), await merchant()]
    const [subscription, ofOther] = [await subscribe(merchantId), await subscribe(other)]
    const disabled = [
      await subscribe(merchantId, { status: 'disabled' }),
      await subscribe(other, { status: 'disabled' }),
    ]
    const earlier = new Date(clock.now().getTime() - 2_000)
    const ids = ['evt_several_1', 'evt_several_2', 'evt_several_3'] as const
    const before = { ...approval(merchantId), id: ids[0], at: new Date(clock.now().getTime() - 1_000) }
    const first = { ...approval(merchantId), id: ids[1], at: earlier }
    await recordEvents(db, [before, first, { ...approval(other), id: ids[2] }])
    const queued = await Promise.all(ids.map(deliveriesOf))
    expect(queued.map((each) => each.map(({ subscription_id }) => subscription_id))).toEqual([
      [subscription],
      [subscription],
      [ofOther],
    ])
    const missed = db.selectFrom('webhook_subscriptions').select('disabled_at').where('id', 'in', disabled)
    expect(await missed.orderBy('disabled_at').execute()).toEqual([
      { disabled_at: earlier },
      { disabled_at: clock.now() },
    ])
  })
})

test('of merchants whose subscriptions nobody holds, or who have none, none is held', async () => {
  const merchantIds = [await merchant(), await merchant()]
  await subscribe(merchantIds[0] ?? '')
  expect(await merchantsHeld(service.deps.db, merchantIds)).toEqual([])
})

test.runIf(testDatabase === 'postgres')(
  'a merchant is held while somebody holds one of its subscriptions',
  async () => {
    const { db } = service.deps
    const [owner, other] = [await merchant(), await merchant()]
    const [id] = [await subscribe(owner), await subscribe(owner), await subscribe(other)]
    await db.transaction().execute(async (holding) => {
      await lockSubscription(holding, { merchantId: owner, id })
      expect(await merchantsHeld(db, [owner, other])).toEqual([owner])
    })
  },
)
