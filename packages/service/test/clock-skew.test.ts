import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/open-database.ts'
import { readConfig } from '../src/platform/config.ts'
import { commandClient, createdId, orderCoins, post, signIn } from './backend.ts'
import { testDatabase } from './databases.ts'
import { startServing, type ServingProcess } from './process.ts'
import { createServiceData } from './service-data.ts'

const WRONG_CLOCK = fileURLToPath(new URL('wrong-clock.js', import.meta.url))
const MINUTE_MS = 60_000
/** Longer than anything is kept of webhooks, and far longer than an intent is open. */
const OFF_MINUTES = 40 * 24 * 60

// The embedded database has one process, and its time.
test.runIf(testDatabase === 'postgres')(
  'processes whose clocks are forty days ahead and behind keep to the time of their database',
  async () => {
    const data = await createServiceData()
    const startOff = (minutes: number): Promise<ServingProcess> =>
      startServing({
        ...data.env,
        NODE_OPTIONS: `--import ${WRONG_CLOCK}`,
        CLOCK_OFF_MINUTES: String(minutes),
        COINSLOT_LOG_LEVEL: 'warn',
      })
    const credentials = await commandClient(data.env, 'Skew')
    const [ahead, behind] = await Promise.all([startOff(OFF_MINUTES), startOff(-OFF_MINUTES)])
    const db = await openDatabase(readConfig(data.env).database)

    for (const [issuer, other] of [
      [ahead, behind],
      [behind, ahead],
    ] as const) {
      const token = await signIn(issuer.baseUrl, credentials)
      const created = await orderCoins(other.baseUrl, token)
      expect(created.status).toBe(201)
      const id = createdId(created)
      const stored = db.selectFrom('payment_intents').select('expires_at').where('id', '=', id)
      const minutesLeft = ((await stored.executeTakeFirstOrThrow()).expires_at.getTime() - Date.now()) / MINUTE_MS
      expect(minutesLeft).toBeGreaterThan(28)
      expect(minutesLeft).toBeLessThan(30.1)
      const statuses = { payment_intent_ids: [id] }
      expect(await post(issuer.baseUrl, '/payments/v1/payments/statuses', statuses, token)).toMatchObject({
        data: [{ status: 'Created' }],
      })
    }
    for (const [{ baseUrl, said }, minutes] of [
      [ahead, OFF_MINUTES],
      [behind, -OFF_MINUTES],
    ] as const) {
      const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
      const skewSeconds = Number(/^coinslot_clock_skew_seconds (\S+)$/m.exec(metrics)?.[1])
      expect(Math.round(skewSeconds / 60)).toBe(minutes)
      // A log is written a few lines at a time.
      await expect.poll(() => said.filter((line) => line.includes('"skew_ms":'))).toHaveLength(1)
    }
    await Promise.all([ahead.end('SIGTERM'), behind.end('SIGTERM')])
    await db.destroy()
    await data.remove()
  },
)
