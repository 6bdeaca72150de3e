import { randomUUID } from 'node:crypto'
import { paymentIntentSchema, tokenSchema } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../src/db/open-database.ts'
import { readConfig } from '../src/platform/config.ts'
import { testDatabase } from './databases.ts'
import { runCommand, startServing, type ServingProcess } from './process.ts'
import { startRetryingProxy } from './retrying-proxy.ts'
import { createServiceData } from './service-data.ts'

const CLIENTS = 4
const ANSWERS_BETWEEN = 40

test.runIf(testDatabase === 'postgres')(
  'behind a proxy that asks again no request fails while one of three processes is replaced',
  async () => {
    const data = await createServiceData()
    const start = () => startServing({ ...data.env, COINSLOT_DRAIN_SECONDS: '1' })
    const { out } = await runCommand(['clients', 'create', '--merchant', 'Rolling', '--json'], data.env)
    const credentials = z.object({ client_id: z.string(), client_secret: z.string() }).parse(JSON.parse(out))
    const processes: ServingProcess[] = await Promise.all([start(), start(), start()])
    const proxy = await startRetryingProxy(() => processes.map(({ baseUrl }) => baseUrl))
    const post = (path: string, body: unknown, token?: string) =>
      fetch(proxy.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
    const answer = z.object({ data: tokenSchema })
    const { data: token } = answer.parse(await (await post('/auth/v1/oauth2/token', credentials)).json())

    const failures: string[] = []
    const acknowledged: string[] = []
    let isOver = false
    const create = async (): Promise<void> => {
      const body = {
        transaction_type: 'BUY_VDA',
        buyer: { email: 'ada@example.com' },
        currency: 'USD',
        idempotency_key: randomUUID(),
        items: [{ id: 'coins', title: 'Coins', amount: '9.99' }],
      }
      const response = await post('/payments/v2/intent', body, token.access_token)
      if (response.status !== 201) failures.push(`${response.status} ${await response.text()}`)
      else {
        const intent = paymentIntentSchema.parse(((await response.json()) as { data: unknown }).data)
        acknowledged.push('payment_intent_id' in intent ? intent.payment_intent_id : '')
      }
    }
    const load = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) await create().catch((error: unknown) => failures.push(String(error)))
    })
    const moreAnswers = async () => {
      const target = acknowledged.length + failures.length + ANSWERS_BETWEEN
      await expect.poll(() => acknowledged.length + failures.length, { timeout: 30_000 }).toBeGreaterThan(target)
    }
    await moreAnswers()

    const [first] = processes
    expect(await first?.end('SIGTERM')).toBe(0)
    await moreAnswers()
    processes[0] = await start()
    await moreAnswers()
    isOver = true
    await Promise.all(load)
    expect(failures).toEqual([])

    const db = await openDatabase(readConfig(data.env).database)
    const stored = new Set((await db.selectFrom('payment_intents').select('id').execute()).map(({ id }) => id))
    await db.destroy()
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
    await proxy.close()
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await data.remove()
  },
  120_000,
)
