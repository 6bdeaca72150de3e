import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/open-database.ts'
import { readConfig } from '../src/platform/config.ts'
import { commandClient, createdId, orderCoins, signIn } from './backend.ts'
import { startServing } from './process.ts'
import { createServiceData } from './service-data.ts'

const KILLS = 10
const CLIENTS = 8
const ACKNOWLEDGED_BEFORE_KILL = 40

const createIntent = async (baseUrl: string, token: string, key: string): Promise<string> =>
  createdId(await orderCoins(baseUrl, token, { idempotency_key: key }))

/** Creates intents until the service is gone; what was acknowledged is kept by its key. */
const keepCreating = async (
  create: () => Promise<[string, string]>,
  acknowledged: Map<string, string>,
): Promise<void> => {
  for (;;) {
    try {
      const [key, id] = await create()
      acknowledged.set(key, id)
    } catch {
      return
    }
  }
}

test(`after ${KILLS} kill -9 under load nothing acknowledged is lost, and no key has two intents`, async () => {
  const { env, remove } = await createServiceData()
  const credentials = await commandClient(env, 'Crash')
  const acknowledged = new Map<string, string>()
  let keys = 0
  let sent = new Set<string>()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const serving = await startServing(env)
    const token = await signIn(serving.baseUrl, credentials)
    // What the last process may or may not have written is asked for again.
    for (const key of sent) {
      const id = await createIntent(serving.baseUrl, token, key)
      expect(acknowledged.get(key) ?? id).toBe(id)
      acknowledged.set(key, id)
    }
    sent = new Set()
    const enough = acknowledged.size + ACKNOWLEDGED_BEFORE_KILL
    let killed: Promise<number | null> | null = null
    const create = async (): Promise<[string, string]> => {
      const key = `crash-${(keys += 1)}`
      sent.add(key)
      const id = await createIntent(serving.baseUrl, token, key)
      if (acknowledged.size >= enough) killed ??= serving.end('SIGKILL')
      return [key, id]
    }
    await Promise.all(Array.from({ length: CLIENTS }, () => keepCreating(create, acknowledged)))
    await killed
  }
  const db = await openDatabase(readConfig(env).database)
  const rows = await db.selectFrom('payment_intents').select(['id', 'key_hash', 'status']).execute()
  await db.destroy()
  await remove()
  const stored = new Set(rows.map(({ id }) => id))
  expect([...acknowledged.values()].filter((id) => !stored.has(id))).toEqual([])
  expect(new Set(acknowledged.values()).size).toBe(acknowledged.size)
  expect(new Set(rows.map(({ key_hash }) => key_hash.toString('hex'))).size).toBe(rows.length)
  expect(acknowledged.size).toBeGreaterThan(KILLS * ACKNOWLEDGED_BEFORE_KILL)
}, 300_000)
