import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sink, startSink } from '../bench/webhook-rig.ts'
import { type Side, startSide } from '../scale/side.ts'
import { createPostgresDatabase, testDatabase } from './databases.ts'
import { TEST_SECRET_KEY } from './harness.ts'

const PAYMENTS = 50
const TABLES = ['payment_intents', 'card_attempts', 'intent_openings', 'webhook_events', 'webhook_deliveries']

describe.runIf(testDatabase === 'postgres')('a database that `npm run scale` fills', () => {
  let sink: Sink
  let side: Side
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createPostgresDatabase()
    drop = database.drop
    const environment = {
      COINSLOT_PORT: '0',
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: TEST_SECRET_KEY,
      COINSLOT_DATABASE_URL: database.url,
    }
    sink = await startSink()
    const postgres = { create: async () => database.url, environment: async () => environment, stop: drop }
    side = await startSide(postgres, { name: 'filled', intents: PAYMENTS, endpoint: sink.url('/up') })
  })
  afterAll(async () => {
    await side.serving.stop()
    sink.stop()
    await drop()
  })

  test.each(TABLES)('has as many rows in %s as payments, and the one that was made', async (table) => {
    const client = new pg.Client(side.url)
    await client.connect()
    const { rows } = await client.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
    await client.end()
    expect(rows).toEqual([{ count: PAYMENTS + 1 }])
  })
})
