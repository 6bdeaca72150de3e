import { randomUUID } from 'node:crypto'
import { paymentIntentSchema, tokenSchema } from '@coinslot/contract'
import { type DashboardOperationId, type DashboardRoute, dashboardRoutes } from '@coinslot/contract/dashboard'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardVisitor, pathOf, visitDashboard } from '../../test/dashboard-session.ts'
import { answer, type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { SigningKeys } from '../auth/signing-keys.ts'

let service: TestService
let endpoint: FaultEndpoint
let visitor: DashboardVisitor
let operator: DashboardVisitor
/** Shown once, and never again. */
const secrets: string[] = []

beforeAll(async () => {
  service = await startTestService()
  endpoint = await startFaultEndpoint()
  visitor = await visitDashboard(service, service.merchant.merchantId)
  operator = await visitDashboard(service, null)
})
afterAll(async () => {
  await service.close()
  await endpoint.close()
})

/** Has something done that is done. */
const done = async (who: DashboardVisitor, id: DashboardOperationId, params = '', body: object = {}) => {
  const acted = await who.act(id, body, params)
  expect([acted.status, acted.json?.error?.message], id).toEqual([200, undefined])
  return acted
}

const subscribe = async (): Promise<{ id: string; key: string }> => {
  const made = await done(visitor, 'createSubscription', '', { endpoint: endpoint.url })
  const { id, signing_key: key } = made.data(dashboardOperations.createSubscription.answer)
  secrets.push(key)
  return { id, key }
}

const subscription = async (id: string) =>
  (await visitor.read('listSubscriptions')).subscriptions.find((each) => each.id === id)

// In this order: the last test reads in the audit log what all others have tried.
describe('what can be done in the dashboard', { shuffle: false }, () => {
  describe('an endpoint', () => {
    test('is tested, disabled, enabled, changed, and given another key', async () => {
      const { id, key } = await subscribe()
      const before = endpoint.received.length
      const tested = await done(visitor, 'testSubscription', id)
      expect(tested.data(dashboardOperations.testSubscription.answer)).toMatchObject({
        delivered: true,
        status_code: 200,
      })
      expect(endpoint.received).toHaveLength(before + 1)

      await done(visitor, 'disableSubscription', id)
      expect((await subscription(id))?.status).toBe('disabled')
      await done(visitor, 'enableSubscription', id)
      expect((await subscription(id))?.status).toBe('enabled')
      const leaky = { endpoint: 'https://name:password@shop.example/' }
      expect((await visitor.act('updateSubscription', leaky, id)).status).toBe(400)
      expect((await visitor.act('createSubscription', leaky)).status).toBe(400)
      await done(visitor, 'updateSubscription', id, { endpoint: `${endpoint.url}/other`, description: 'Other' })
      expect(await subscription(id)).toMatchObject({ endpoint: `${endpoint.url}/other`, description: 'Other' })

      const rotated = await done(visitor, 'rotateSubscriptionKey', id)
      const { signing_key: newKey } = rotated.data(dashboardOperations.rotateSubscriptionKey.answer)
      secrets.push(newKey)
      expect(newKey).not.toBe(key)
      await done(visitor, 'disableSubscription', id)
    })

    test('is sent one delivery again, and all that has not arrived since', async () => {
      const { id } = await subscribe()
      const latest = async () => (await visitor.read('listDeliveries', { subscription: id })).deliveries[0]
      const since = service.clock.now().toISOString()
      endpoint.behave(answer(500))
      await done(visitor, 'makeSampleEvent', '', { type: 'payment_approved' })
      await expect.poll(async () => (await latest())?.attempts[0]?.status_code).toBe(500)

      endpoint.behave(answer(200))
      service.clock.advance(1)
      const now = service.clock.now().toISOString()
      const later = await done(visitor, 'replaySince', id, { since: now })
      expect(later.data(dashboardOperations.replaySince.answer)).toEqual({ replayed: 0 })
      await done(visitor, 'replaySince', id, { since })
      await expect.poll(async () => (await latest())?.status).toBe('delivered')
      const arrived = endpoint.received.length
      const deliveryId = (await latest())?.id ?? ''
      await done(visitor, 'replayDelivery', deliveryId)
      await expect
        .poll(async () => (await latest())?.attempts.map(({ status_code: code }) => code))
        .toEqual([500, 200, 200])
      expect(endpoint.received).toHaveLength(arrived + 1)

      // What was sent is told as it was, whatever key signs from then on.
      service.clock.advance(1_000)
      secrets.push(
        (await done(visitor, 'rotateSubscriptionKey', id)).data(dashboardOperations.rotateSubscriptionKey.answer)
          .signing_key,
      )
      const shown = await visitor.read('readDelivery', {}, deliveryId)
      const received = endpoint.received.at(-1)
      expect(shown.body).toBe(received?.body)
      expect(shown.sent.at(-1)).toMatchObject({
        headers: {
          'content-type': 'application/json',
          'webhook-signature': received?.headers['webhook-signature'],
        },
        exact: true,
      })
      await done(visitor, 'disableSubscription', id)
      for (const again of [
        await visitor.act('replayDelivery', {}, deliveryId),
        await visitor.act('replaySince', { since }, id),
      ]) {
        expect([again.status, again.json?.error?.message]).toEqual([400, expect.stringContaining('enable it first')])
      }
    })
  })

  test('a client is made, changed, given another secret, and disabled', async () => {
    // What a client may is in force within seconds.
    const signsIn = (client_id: string, client_secret: string, status: number) =>
      expect
        .poll(async () => {
          service.clock.advance(1_000)
          return (await service.post('/auth/v1/oauth2/token', { client_id, client_secret }, { token: null })).status
        })
        .toBe(status)
    const made = (await done(visitor, 'createClient')).data(dashboardOperations.createClient.answer)
    await signsIn(made.id, made.client_secret, 201)
    const credentials = { client_id: made.id, client_secret: made.client_secret }
    const signedIn = await service.post('/auth/v1/oauth2/token', credentials, { token: null })
    const { access_token: token } = signedIn.data(tokenSchema)
    const given = {
      permissions: ['payments'],
      origins: ['https://tower.example'],
      return_url: 'https://tower.example/back',
    }
    const some = (await done(visitor, 'createClient', '', given)).data(dashboardOperations.createClient.answer)
    secrets.push(some.client_secret)
    const change = { origins: ['https://castle.example'], return_url: 'https://castle.example/back' }
    await done(visitor, 'updateClient', made.id, change)
    const { clients } = await visitor.read('listClients')
    expect(clients.find(({ id }) => id === made.id)).toMatchObject(change)
    expect(clients.find(({ id }) => id === some.id)).toMatchObject(given)

    const refused = await visitor.act('updateClient', { return_url: 'https://ada:secret@castle.example/back' }, made.id)
    const refusal = 'return_url: must not hold a user name or password'
    expect([refused.status, refused.json?.error?.message]).toEqual([400, refusal])

    const { origin } = new URL(service.baseUrl)
    const own = { origins: ['https://tower.example', origin] }
    for (const [operation, id] of [
      ['createClient', ''],
      ['updateClient', made.id],
    ] as const) {
      const { status, json } = await visitor.act(operation, own, id)
      const words = `origins: must not name ${origin}, the service's own: a page there could read the cards that buyers type`
      expect([status, json?.error?.message]).toEqual([400, words])
    }

    const none = { origins: [], return_url: null }
    await done(visitor, 'updateClient', made.id, none)
    expect((await visitor.read('listClients')).clients.find(({ id }) => id === made.id)).toMatchObject(none)

    const rotated = (await done(visitor, 'rotateClient', made.id)).data(dashboardOperations.rotateClient.answer)
    secrets.push(made.client_secret, rotated.client_secret)
    await signsIn(made.id, made.client_secret, 401)
    await signsIn(made.id, rotated.client_secret, 201)
    const row = async () => (await visitor.read('listClients')).clients.find(({ id }) => id === made.id)
    expect(await row()).toMatchObject({ old_secret_until: null })
    const beside = await done(visitor, 'rotateClient', made.id, { keep_old: true })
    const { client_secret: newest } = beside.data(dashboardOperations.rotateClient.answer)
    secrets.push(newest)
    await signsIn(made.id, newest, 201)
    await signsIn(made.id, rotated.client_secret, 201)
    expect(await row()).toMatchObject({ old_secret_until: expect.any(String) })
    // A shop that has a token goes on until it takes the new secret.
    expect((await service.request('/notifications/v1/subscriptions', { token })).status).toBe(200)
    await done(visitor, 'disableClient', made.id)
    await signsIn(made.id, rotated.client_secret, 401)
    expect(await row()).toMatchObject({ old_secret_until: null })
    for (const [operation, body] of [
      ['rotateClient', {}],
      ['updateClient', none],
    ] as const) {
      const refused = await visitor.act(operation, body, made.id)
      const words = `${made.id} is disabled for good: create another client`
      expect([refused.status, refused.json?.error?.message]).toEqual([400, words])
    }
  })

  test('an operator changes the limits of a merchant, and has tokens signed with a new key', async () => {
    const { merchantId, clientId, token } = await service.createMerchant()
    const row = async () => (await operator.read('listMerchants')).merchants.find(({ id }) => id === merchantId)
    const changed = { amount_min: '2.00', amount_max: '5.00', kyc_threshold: '70.00', compliance_enabled: false }
    await done(operator, 'updateMerchant', merchantId, changed)
    expect(await row()).toMatchObject({ ...changed, payments_enabled: true })
    await done(operator, 'updateMerchant', merchantId, { payments_enabled: false, compliance_enabled: true })
    expect(await row()).toMatchObject({ ...changed, payments_enabled: false, compliance_enabled: true })

    const keys = async () => (await operator.read('listSigningKeys')).keys
    const [before] = await keys()
    await done(operator, 'rotateSigningKey')
    const after = await keys()
    expect(after.map(({ signs }) => signs)).toEqual([true, false])
    expect(after[1]?.kid).toBe(before?.kid)
    const { deps, clock } = service
    const kid = await new SigningKeys(deps.db, deps.secrets, clock).rotate()
    expect((await keys())[0], 'of another process').toEqual({ kid, signs: true })
    // Tokens of the old key stay valid.
    expect((await service.request('/payments/v1/widget/manifest', { token })).status).toBe(200)

    await done(operator, 'callOperation', '', { operation: 'getManifest', client_id: clientId })
    await done(operator, 'disableClient', clientId)
    const { entries } = await (await visitDashboard(service, merchantId)).read('listAudit')
    expect(entries.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
      ['disableClient', 'operator', clientId],
      ['callOperation', 'operator', 'getManifest'],
      ['updateMerchant', 'operator', merchantId],
      ['updateMerchant', 'operator', merchantId],
    ])
  })

  test('limits between which there is no amount are refused, and leave what was', async () => {
    const { merchantId } = await service.createMerchant()
    await done(operator, 'updateMerchant', merchantId, { amount_max: '5.00' })
    const isRefused = async (change: object) => {
      const refused = await operator.act('updateMerchant', change, merchantId)
      expect([refused.status, refused.json?.error?.message]).toEqual([
        400,
        'amount_min: must not be above the largest amount',
      ])
    }
    await isRefused({ amount_min: '5.01' })
    await isRefused({ amount_min: '7.00', amount_max: '6.00' })
    await done(operator, 'updateMerchant', merchantId, { amount_min: '5.00' })
    await isRefused({ amount_max: '4.99' })
    const { merchants } = await operator.read('listMerchants')
    expect(merchants.find(({ id }) => id === merchantId)).toMatchObject({ amount_min: '5.00', amount_max: '5.00' })
  })

  describe('in sandbox mode', () => {
    test('an intent that expires when it is told to takes the bank’s question with it', async () => {
      const { intentId, page } = await order(service)
      expect(await page.pay({ number: '4000020000000000' })).toMatchObject({ step: 'challenge' })
      await done(visitor, 'expirePayment', intentId)
      const attempt = service.deps.db.selectFrom('card_attempts').select('status').where('intent_id', '=', intentId)
      expect((await attempt.executeTakeFirstOrThrow()).status).toMatch(/^revers(ing|ed)$/)
    })

    test('an intent expires when it is told to, once', async () => {
      const { intentId } = await order(service)
      await done(visitor, 'expirePayment', intentId)
      expect((await visitor.read('readPayment', {}, intentId.toUpperCase())).payment.status).toBe('Expired')
      const again = await visitor.act('expirePayment', {}, intentId)
      expect([again.status, again.json?.error?.message]).toEqual([400, 'This payment is Expired already'])
    })

    test("a request of the console goes the way that the merchant's own goes", async () => {
      const body = {
        transaction_type: 'BUY_VDA',
        buyer: { id: 'player-7', email: 'ada@example.com' },
        currency: 'USD',
        idempotency_key: randomUUID(),
        items: [{ id: 'gold', title: 'Gold', amount: '9.99' }],
      }
      const client = { client_id: service.merchant.clientId }
      const call = { operation: 'createIntent', ...client, body: JSON.stringify(body) }
      const asked = (await done(visitor, 'callOperation', '', call)).data(dashboardOperations.callOperation.answer)
      expect(asked).toMatchObject({ method: 'POST', path: '/payments/v2/intent', status: 201 })
      const { data } = JSON.parse(asked.body)
      expect(paymentIntentSchema.parse(data).error_code).toBeNull()
      const shown = ['content-type', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id']
      expect(Object.keys(asked.headers).toSorted()).toEqual(shown)

      const refused = await visitor.act('callOperation', { operation: 'issueToken', ...client })
      expect(refused.status).toBe(400)
    })

    test('a request of the console goes where its operation goes, whatever stands in for an id', async () => {
      const { id } = await subscribe()
      const params = { id: `${id}/disable?` }
      const call = { operation: 'enableSubscription', client_id: service.merchant.clientId, params }
      const asked = (await done(visitor, 'callOperation', '', call)).data(dashboardOperations.callOperation.answer)
      expect(asked.status).toBeGreaterThanOrEqual(400)
      expect(asked.path).toMatch(new RegExp(`/${id}%2Fdisable%3F/enable$`))
      expect((await subscription(id))?.status).toBe('enabled')
      await done(visitor, 'disableSubscription', id)
    })

    test('a request of the console takes its query along', async () => {
      const { id } = await subscribe()
      const query = { since: service.clock.now().toISOString() }
      const call = { operation: 'replaySubscription', client_id: service.merchant.clientId, params: { id }, query }
      const asked = (await done(visitor, 'callOperation', '', call)).data(dashboardOperations.callOperation.answer)
      expect(asked.path).toMatch(new RegExp(`\\?since=${encodeURIComponent(query.since)}$`))
      expect(asked.status).toBe(200)
      await done(visitor, 'disableSubscription', id)
    })

    test('a request of the console is made for no client that is disabled, which is said', async () => {
      const { clientId: client_id } = await service.createMerchant({ merchant: service.merchant.merchantId })
      const call = () => visitor.act('callOperation', { operation: 'getManifest', client_id })
      expect((await call()).status).toBe(200)
      await done(visitor, 'disableClient', client_id)
      const refused = await call()
      expect([refused.status, refused.json?.error?.message]).toEqual([
        400,
        expect.stringContaining('is disabled for good'),
      ])
    })

    test('alone: in production none of it is there', async () => {
      const config = { mode: 'production', allowPrivateWebhooks: false } as const
      const production = await startTestService({ config })
      const developer = await visitDashboard(production, production.merchant.merchantId)
      const routes = Object.entries(dashboardRoutes) as [DashboardOperationId, DashboardRoute][]
      for (const [id] of routes.filter(([, { sandboxOnly }]) => sandboxOnly === true)) {
        expect([404, 405], id).toContain((await developer.act(id, {}, randomUUID())).status)
      }
      expect((await developer.get(pathOf('listPayments'))).status).toBe(200)
      await production.close()
    })
  })

  test('every action that was tried is in the audit log, with its answer and without what is secret', async () => {
    const { entries } = await operator.read('listAudit', { limit: '100' })
    const ids = entries.map(({ id }) => Number(id))
    expect(ids, 'the newest first').toEqual(ids.toSorted((a, b) => b - a))
    const tried = entries.map(({ action, status }) => `${action} ${status}`)
    expect(tried).toEqual(
      expect.arrayContaining([
        'rotateSubscriptionKey 200',
        'replayDelivery 200',
        'replaySince 200',
        'createClient 200',
        'rotateClient 200',
        'updateMerchant 200',
        'rotateSigningKey 200',
        'expirePayment 200',
        'expirePayment 400',
        'callOperation 200',
        'callOperation 400',
      ]),
    )
    const shown = [
      ...entries,
      ...(await visitor.read('listSubscriptions')).subscriptions,
      await visitor.read('listClients'),
    ]
    expect(secrets.filter((secret) => JSON.stringify(shown).includes(secret))).toEqual([])
    const { entries: own } = await visitor.read('listAudit', { limit: '100' })
    expect(own.filter(({ actor }) => actor === 'operator')).toEqual([])
    expect(own.map(({ action, status }) => `${action} ${status}`)).toContain('callOperation 400')
  })
})
