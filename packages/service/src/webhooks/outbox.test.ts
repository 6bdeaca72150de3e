import { randomUUID } from 'node:crypto'
import { webhookEventSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { type NewEvent, recordEvent } from './outbox.ts'
import { insertSubscription, type NewSubscription } from './subscription-store.ts'

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

  test('has it delivered to the enabled subscriptions of its merchant alone', async () => {
    const [merchantId, other] = [await merchant(), await merchant()]
    const enabled = [await subscribe(merchantId), await subscribe(merchantId)]
    await subscribe(merchantId, { status: 'disabled' })
    await subscribe(other)
    const id = await recordEvent(service.deps.db, approval(merchantId))
    const deliveries = await deliveriesOf(id)
    expect(deliveries.map((delivery) => delivery.subscription_id).toSorted()).toEqual(enabled.toSorted())
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
