import { randomUUID } from 'node:crypto'
import { CHECKOUT_CLIENT_HEADER, CHECKOUT_PATHS, CHECKOUT_PREFIX } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { testCard } from '../../test/buyer.ts'
import { fakeProcessor, holdAnswer } from '../../test/fake-processor.ts'
import { testConfig } from '../../test/harness.ts'
import { createServiceData } from '../../test/service-data.ts'
import { type StoredIntent, storeIntent } from '../../test/stored-intent.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createClient } from '../auth/create-client.ts'
import { settleUnsettled } from '../cards/settle-unsettled.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { type Service, startService } from './service.ts'

const pressPay = async ({ address }: Service, { token, clientId }: StoredIntent): Promise<void> => {
  const headers = {
    authorization: `Bearer ${token}`,
    [CHECKOUT_CLIENT_HEADER]: clientId,
    'content-type': 'application/json',
  }
  const post = (path: string, body: object) =>
    fetch(`${address}${CHECKOUT_PREFIX}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await post(CHECKOUT_PATHS.session, {})
  await post(CHECKOUT_PATHS.pay, { attempt_key: randomUUID(), card: testCard() })
}

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
  const intent = await storeIntent({ deps: service.deps, clock, merchant })
  const held = holdAnswer(processor)
  const cutOff = pressPay(service, intent).catch((error: unknown) => error)
  await held.asked
  await service.stop()
  expect(await cutOff).toBeInstanceOf(TypeError)
  expect(logs.join('')).toContain('what has not ended in time is cut off')
  held.answer({ state: 'approved' })
  await expect.poll(() => logs.join('')).toContain('request refused for now')
  const told = logs.find((line) => line.includes('could not be written down; the acquirer is asked for it again'))
  expect(JSON.parse(told ?? '{}')).toMatchObject({ attempt_id: processor.authorised[0], payment_intent_id: intent.id })
  expect(logs.join('')).not.toContain('request failed')

  const next = await start()
  clock.advance(30_000)
  await settleUnsettled(next.deps, 'uncertain')
  const stored = next.deps.db.selectFrom('payment_intents').select('status').where('id', '=', intent.id)
  await expect.poll(async () => (await stored.executeTakeFirst())?.status).toBe('Approved')
  expect(processor.authorised).toHaveLength(1)
  await next.stop()
  await data.remove()
})
