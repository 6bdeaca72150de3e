import { expect, test } from 'vitest'
import { openDatabase } from '../src/db/open-database.ts'
import { readConfig } from '../src/platform/config.ts'
import { commandClient, createdId, orderCoins, signIn } from './backend.ts'
import { testDatabase } from './databases.ts'
import { startServing, type ServingProcess } from './process.ts'
import { startRetryingProxy } from './retrying-proxy.ts'
import { createServiceData } from './service-data.ts'

const CLIENTS = 4
const ANSWERS_BETWEEN = 40

test.runIf(testDatabase === 'postgres')(
  'behind a proxy that asks again no request fails while one of three processes is replaced',
  async () => {
    const data = await createServiceData()
    const start = () => startServing({ ...data.env, COINSLOT_DRAIN_SECONDS: '1' })
    const credentials = await commandClient(data.env, 'Rolling')
    const processes: ServingProcess[] = await Promise.all([start(), start(), start()])
    const proxy = await startRetryingProxy(() => processes.map(({ baseUrl }) => baseUrl))
    const token = await signIn(proxy.url, credentials)

    const failures: string[] = []
    const acknowledged: string[] = []
    let isOver = false
    const create = async (): Promise<void> => {
      const answer = await orderCoins(proxy.url, token)
      if (answer.status === 201) acknowledged.push(createdId(answer))
      else failures.push(`${answer.status} ${answer.text}`)
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
