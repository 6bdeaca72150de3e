import { paymentIntentSchema, tokenSchema } from '@coinslot/contract'
import { DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardVisitor, visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { textOfRows } from '../../test/text-of-rows.ts'

let service: TestService
let operator: DashboardVisitor
beforeAll(async () => {
  service = await startTestService()
  operator = await visitDashboard(service, null)
})
afterAll(() => service.close())

const names = async () => (await operator.read('listMerchants')).merchants.map(({ name }) => name)

describe('a merchant is made by an operator', () => {
  test('with a client that can be used at once, whose secret is kept nowhere', async () => {
    const given = {
      permissions: ['payments'],
      origins: ['https://castle.example'],
      return_url: 'https://castle.example/back',
    }
    const answer = await operator.act('createMerchant', { name: '  Castle Games ', ...given })
    const { merchant, client } = answer.data(dashboardOperations.createMerchant.answer)
    expect(merchant).toMatchObject({ name: 'Castle Games', payments_enabled: true })

    const credentials = { client_id: client.id, client_secret: client.client_secret }
    const signedIn = await service.post('/auth/v1/oauth2/token', credentials, { token: null })
    const order = {
      transaction_type: 'BUY_VDA',
      buyer: { email: 'ada@example.com' },
      currency: 'USD',
      idempotency_key: 'first',
      items: [{ id: 'gold', title: 'Gold', amount: '9.99' }],
    }
    const { access_token: token } = signedIn.data(tokenSchema)
    const made = await service.post('/payments/v2/intent', order, { token })
    expect(made.data(paymentIntentSchema).error_code).toBeNull()

    const { clients } = await operator.read('listClients', { merchant: merchant.id })
    expect(clients).toMatchObject([{ id: client.id, ...given }])
    const stored = textOfRows(await service.deps.db.selectFrom('clients').selectAll().execute())
    expect(stored).not.toContain(client.client_secret)
    const { entries } = await operator.read('listAudit')
    expect(entries[0]).toMatchObject({ action: 'createMerchant', subject: merchant.id, actor: 'operator', status: 200 })
    expect(JSON.stringify(entries)).not.toContain(client.client_secret)

    const theirs = await visitDashboard(service, merchant.id)
    expect((await theirs.read('listPayments')).payments).toHaveLength(1)
    expect((await theirs.read('listAudit')).entries).toMatchObject([{ action: 'createMerchant', actor: 'operator' }])
  })

  test('not for pages of the service’s own origin', async () => {
    const before = await names()
    const given = { name: 'Beside', origins: [new URL(service.baseUrl).origin] }
    expect((await operator.act('createMerchant', given)).status).toBe(400)
    expect(await names()).toEqual(before)
  })

  test.each(['', '   ', '00000000-0000-4000-8000-000000000000', 'n'.repeat(101)])(
    'not by the name %j',
    async (name) => {
      const before = await names()
      expect((await operator.act('createMerchant', { name })).status).toBe(400)
      expect(await names()).toEqual(before)
    },
  )

  test('not by a forged request', async () => {
    const before = await names()
    const forged = [{ [DASHBOARD_TOKEN_HEADER]: '' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of forged) {
      expect((await operator.act('createMerchant', { name: 'Forged' }, '', headers)).status).toBe(403)
    }
    expect(await names()).toEqual(before)
  })

  test("not by a merchant's own session", async () => {
    const before = await names()
    const merchant = await visitDashboard(service, service.merchant.merchantId)
    expect((await merchant.act('createMerchant', { name: 'Mine' })).status).toBe(404)
    expect(await names()).toEqual(before)
  })
})

test('the attack of clients without end is refused at the hundredth of a merchant, all made in one moment; an operator makes more', async () => {
  const { merchantId: merchant, clientId } = await service.createMerchant()
  const { db } = service.deps
  const { created_at, secret_hash } = await db
    .selectFrom('clients')
    .select(['created_at', 'secret_hash'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const client = { merchant_id: merchant, created_at, secret_hash, permissions: [], origins: [], return_url: null }
  const others = Array.from({ length: 97 }, (_, nr) => ({
    ...client,
    id: `${clientId}-${nr}`,
    disabled_at: created_at,
  }))
  await db.insertInto('clients').values(others).execute()
  const visitor = await visitDashboard(service, merchant)
  const answers = await Promise.all(Array.from({ length: 4 }, () => visitor.act('createClient')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  expect((await operator.act('createClient', { merchant })).status).toBe(200)
})
