import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paymentIntentSchema } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { createdId, orderCoins, signIn } from '../../test/backend.ts'
import { testDatabase } from '../../test/databases.ts'
import { startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { fakeProcessor, holdAnswer, lost } from '../../test/fake-processor.ts'
import { TEST_SECRET_KEY, testConfig } from '../../test/harness.ts'
import { startUntil } from '../../test/process.ts'
import { createServiceData } from '../../test/service-data.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { openBuyer } from '../sandbox/buyer.ts'
import { insertSubscription } from '../webhooks/subscription-store.ts'
import { startService } from './service.ts'

test('an approval that comes once the service has stopped is told in the log, and settled after the next start', async () => {
  const data = await createServiceData()
  const clock = createTestClock()
  const processor = fakeProcessor()
  const logs: string[] = []
  const log = createLogger('warn', { write: (line) => void logs.push(line) })
  const config = { ...testConfig, database: readConfig(data.env).database }
  const start = () => startService(config, { clock, processor, log, widget: null, dashboard: null, drainMs: 10 })

  const service = await start()
  const merchant = await createClient(service.deps.db, clock, { merchant: 'Stopped' })
  const ordered = await orderCoins(service.address, await signIn(service.address, merchant))
  const intentId = createdId(ordered)
  const buyer = await openBuyer(paymentIntentSchema.parse(ordered.data))
  const held = holdAnswer(processor)
  const cutOff = buyer.pay().catch((error: unknown) => error)
  await held.asked
  await service.stop()
  expect(await cutOff).toMatchObject({ code: 'ECONNRESET' })
  expect(logs.join('')).toContain('what has not ended in time is cut off')
  held.answer({ state: 'approved' })
  await expect.poll(() => logs.join('')).toContain('request refused for now')
  const told = logs.find((line) => line.includes('could not be written down; the acquirer is asked for it again'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({ attempt_id: processor.authorised[0], payment_intent_id: intentId })
  expect(logs.join('')).not.toContain('request failed')

  const next = await start()
  // What was still to be written down as the service stopped is written.
  const requests = await next.deps.db.selectFrom('api_requests').select('operation').execute()
  expect(requests).toContainEqual({ operation: 'createIntent' })
  const openings = await next.deps.db.selectFrom('intent_openings').select('intent_id').execute()
  expect(openings).toEqual([{ intent_id: intentId }])
  clock.advance(30_000)
  await settleUnsettled(next.deps, 'authorising')
  const stored = next.deps.db.selectFrom('payment_intents').select('status').where('id', '=', intentId)
  await expect.poll(async () => (await stored.executeTakeFirst())?.status).toBe('Approved')
  expect(processor.authorised).toHaveLength(1)
  await next.stop()
  await data.remove()
})

test('a request that is answered while the service stops is written down for the dashboard', async () => {
  const data = await createServiceData()
  const clock = createTestClock()
  const slow = await startFaultEndpoint()
  const config = { ...testConfig, database: readConfig(data.env).database }
  const start = () => startService(config, { clock, log: createLogger('silent'), widget: null })
  const service = await start()
  const merchant = await createClient(service.deps.db, clock, { merchant: 'Stopped' })
  const token = await signIn(service.address, merchant)
  const { merchantId } = merchant
  const subscription = { merchantId, endpoint: slow.url, description: '', status: 'enabled' as const, at: clock.now() }
  const id = await insertSubscription(service.deps.db, service.deps.secrets, subscription)
  let answerIt = () => {}
  slow.behave((response) => (answerIt = () => void response.end()))
  const path = `/notifications/v1/subscriptions/${id}/test`
  const testing = fetch(new URL(path, service.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  await expect.poll(() => slow.received).toHaveLength(1)
  const stopping = service.stop()
  // A turn in which all that stops at once does.
  await new Promise((resolve) => setImmediate(resolve))
  answerIt()
  expect((await testing).status).toBe(200)
  await stopping
  const next = await start()
  const requests = await next.deps.db.selectFrom('api_requests').select(['operation', 'status']).execute()
  expect(requests).toContainEqual({ operation: 'testSubscription', status: 200 })
  await next.stop()
  await slow.close()
  await data.remove()
})

test.runIf(testDatabase === 'embedded')(
  'a process ends with exit code 0 while it asks an acquirer who does not answer',
  async () => {
    const data = await createServiceData()
    const clock = createTestClock()
    const processor = fakeProcessor()
    Object.assign(processor, { onAuthorise: lost, onResult: lost })
    const config = { ...testConfig, database: readConfig(data.env).database }
    const log = createLogger('silent')
    const service = await startService(config, { clock, processor, log, widget: null, dashboard: null })
    const merchant = await createClient(service.deps.db, clock, { merchant: 'Asked' })
    const ordered = await orderCoins(service.address, await signIn(service.address, merchant))
    await (await openBuyer(paymentIntentSchema.parse(ordered.data))).pay()
    await service.deps.db
      .updateTable('card_attempts')
      .set({ check_at: new Date(0) })
      .execute()
    await service.stop()

    const folder = mkdtempSync(join(tmpdir(), 'coinslot-silent-'))
    const module = join(folder, 'silent.mjs')
    // The embedded database keeps a process alive for its first ten seconds: this one is like those that have run for longer.
    writeFileSync(
      module,
      `const { setTimeout: start } = globalThis
    globalThis.setTimeout = (work, ms, ...given) => (ms === 10_000 ? start(work, ms, ...given).unref() : start(work, ms, ...given))
    const silent = () => { console.log('asked'); return new Promise(() => {}) }
    export const processor = { authorise: silent, result: silent, cancel: silent }`,
    )
    const env = { ...data.env, COINSLOT_SECRET_KEY: TEST_SECRET_KEY, COINSLOT_MODULE: module }
    const asking = await startUntil(/^(asked)$/, 'serve', env)
    expect(await asking.end('SIGTERM')).toBe(0)
    rmSync(folder, { recursive: true })
    await data.remove()
  },
)
