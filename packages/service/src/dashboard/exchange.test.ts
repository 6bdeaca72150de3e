import { randomUUID } from 'node:crypto'
import { paymentIntentSchema, redirectSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { textOfRows } from '../../test/text-of-rows.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('what a merchant asked', () => {
  const asked = (more: object = {}) => ({
    transaction_type: 'BUY_VDA',
    buyer: { id: 'player-7', email: 'ada@example.com', name: 'Ada Lovelace' },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: 'gold', title: 'Gold', description: 'A lot of it', amount: '9.99', sku: 12 }],
    metadata: { phone: '+15555550123', level: 3 },
    ...more,
  })

  test('is told as it came, with its answer, and without what may be personal', async () => {
    const { merchant, visitor } = await visitNewMerchant(service)
    const body = asked()
    const made = await service.post('/payments/v2/intent', body, { token: merchant.token })
    const data = made.data(paymentIntentSchema)
    const id = 'payment_intent_id' in data ? data.payment_intent_id : ''
    const { exchange } = await visitor.read('readPayment', {}, id)
    expect(exchange).toEqual({
      path: '/payments/v2/intent',
      asked: {
        ...body,
        buyer: { id: 'player-7', email: '•••', name: '•••' },
        idempotency_key: '•••',
        items: [{ ...body.items[0], sku: '•••' }],
        metadata: { phone: '•••', level: '•••' },
      },
      is_whole: true,
      status: made.status,
      answered: { data: { ...data, widget_data: '•••' } },
    })
    const stored = await service.deps.db.selectFrom('payment_intents').selectAll().where('id', '=', id).execute()
    for (const value of ['ada@', 'Ada', '+1555', body.idempotency_key]) {
      expect(textOfRows(stored)).not.toContain(value)
    }
  })

  test('for a hosted page is told without what opens it', async () => {
    const { merchant, visitor } = await visitNewMerchant(service)
    const wallet = { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', blockchain: 'ethereum' }
    const body = asked({ buyer: { wallet } })
    const made = await service.post('/payments/v2/intent/redirect', body, { token: merchant.token })
    const { redirect_url: url } = made.data(redirectSchema)
    const [payment] = (await visitor.read('listPayments')).payments
    const { exchange } = await visitor.read('readPayment', {}, payment?.id ?? '')
    expect(exchange).toMatchObject({
      asked: { buyer: { wallet: { address: '•••', blockchain: 'ethereum' } } },
      status: 201,
      answered: { data: { redirect_url: url.replace(/token=.*/, 'token=•••') } },
    })
  })
})
