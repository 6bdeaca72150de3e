import { randomUUID } from 'node:crypto'
import { paymentIntentSchema, tokenSchema } from '@coinslot/contract'
import { expect, onTestFinished, test } from 'vitest'
import { Primary } from '../chaos/primary.ts'
import { createClient } from '../src/auth/create-client.ts'
import { startService } from '../src/composition/service.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { testDatabase } from './databases.ts'

const CLIENTS = 3
const INTENTS_BETWEEN = 10

test.runIf(testDatabase === 'postgres')(
  'a standby that takes over has all that was acknowledged; until then the service is not ready, and nothing is restarted',
  async () => {
    const primary = await Primary.start()
    onTestFinished(() => primary.stop())
    const service = await startService(
      readConfig({
        COINSLOT_PORT: '0',
        COINSLOT_DATABASE_URL: primary.urlBy(await primary.newAddress()),
        COINSLOT_MODE: 'sandbox',
        COINSLOT_DRAIN_SECONDS: '0',
        COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only',
      }),
      { log: createLogger('silent'), widget: null, dashboard: null },
    )
    onTestFinished(() => service.stop())
    const post = (path: string, body: unknown, token = '') =>
      fetch(service.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const { clientId, clientSecret } = await createClient(service.deps.db, systemClock, { merchant: 'Failover' })
    const signedIn = await post('/auth/v1/oauth2/token', { client_id: clientId, client_secret: clientSecret })
    const { access_token } = tokenSchema.parse(((await signedIn.json()) as { data: unknown }).data)

    const acknowledged: string[] = []
    const statuses = new Set<number>()
    const create = async (): Promise<void> => {
      const order = {
        transaction_type: 'BUY_VDA',
        buyer: { email: 'ada@example.com' },
        currency: 'USD',
        idempotency_key: randomUUID(),
        items: [{ id: 'coins', title: 'Coins', amount: '9.99' }],
      }
      const response = await post('/payments/v2/intent', order, access_token)
      const { data } = (await response.json()) as { data?: unknown }
      statuses.add(response.status)
      if (response.status !== 201) return
      const intent = paymentIntentSchema.parse(data)
      acknowledged.push('payment_intent_id' in intent ? intent.payment_intent_id : '')
    }
    let isOver = false
    const load = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) await create()
    })
    const endLoad = async () => {
      isOver = true
      await Promise.all(load)
    }
    onTestFinished(endLoad)
    const moreIntents = async () => {
      const target = acknowledged.length + INTENTS_BETWEEN
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(target)
    }
    const readiness = async () => (await fetch(`${service.address}/readyz`)).status

    await moreIntents()
    await primary.failOver({
      whileFollowed: moreIntents,
      whileLost: () => expect.poll(readiness, { timeout: 30_000 }).toBe(503),
      movesFirst: true,
    })
    await moreIntents()
    await expect.poll(readiness).toBe(200)
    await endLoad()
    expect(statuses).toEqual(new Set([201, 503]))
    const stored = await service.deps.db.selectFrom('payment_intents').select('id').execute()
    const ids = new Set(stored.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  },
  120_000,
)
