import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open-database.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

afterEach(() => void vi.useRealTimers())

const portOf = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Ends both sides of what is passed on where one of them does. */
const endTogether = (client: Socket, server: Socket): void => {
  client.on('error', () => server.destroy()).on('close', () => server.destroy())
  server.on('error', () => client.destroy()).on('close', () => client.destroy())
}

/** Asks for something; `error` once it is refused. */
const refusalOf = (db: Database): { error?: unknown } => {
  const refusal: { error?: unknown } = {}
  void sql`select 1`.execute(db).catch((error: unknown) => (refusal.error = error))
  return refusal
}

test('a server that takes connections and says nothing is given up, as one that is away', async () => {
  const server = createServer()
  const url = `postgres://someone:word@127.0.0.1:${await portOf(server)}/any`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  const connected = once(server, 'connection')
  const refusal = refusalOf(db)
  await connected
  await vi.advanceTimersByTimeAsync(3_000)
  await expect.poll(() => isDatabaseUnavailable(refusal.error)).toBe(true)
  await db.destroy()
  server.close()
})

test.runIf(testDatabase === 'postgres')(
  'a pooler that lets somebody in and has no server for them is given up by work without a limit, too',
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const { hostname, port } = new URL(url)
    let introduced = (): void => undefined
    const isIntroduced = new Promise<void>((resolve) => (introduced = resolve))
    const pooler = createServer((client) => {
      const server = connect(Number(port), hostname)
      client.on('data', (chunk) => {
        if (chunk.includes('set datestyle')) introduced()
        else server.write(chunk)
      })
      server.pipe(client)
      endTogether(client, server)
    })
    const behind = new URL(url)
    behind.host = `127.0.0.1:${await portOf(pooler)}`
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const db = await openDatabase({ kind: 'postgres', url: behind.href, poolSize: 1, statementTimeoutMs: null })
    const refusal = refusalOf(db)
    await isIntroduced
    await vi.advanceTimersByTimeAsync(16_000)
    await expect.poll(() => isDatabaseUnavailable(refusal.error)).toBe(true)
    await db.destroy()
    pooler.close()
    vi.useRealTimers()
    await drop()
  },
)

test.runIf(testDatabase === 'postgres')(
  'a transaction whose server has fallen silent is given up with its first statement: nothing more is said to that server',
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const { hostname, port } = new URL(url)
    let isSilent = false
    let unanswered = ''
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname)
      client.on('data', (chunk) => {
        if (isSilent) unanswered += chunk.toString('latin1')
        else server.write(chunk)
      })
      server.on('data', (chunk) => void client.write(chunk))
      endTogether(client, server)
    })
    const proxied = new URL(url)
    proxied.host = `127.0.0.1:${await portOf(proxy)}`
    const db = await openDatabase({ kind: 'postgres', url: proxied.href, poolSize: 1, statementTimeoutMs: 200 })

    const said = vi.spyOn(pg.Client.prototype, 'query')
    const transaction = db.transaction().execute(async (connection) => {
      await sql`select 1`.execute(connection)
      isSilent = true
      await sql`select 2`.execute(connection)
    })
    await expect(transaction).rejects.toThrow('Query read timeout')
    expect(unanswered).toContain('select 2')
    expect(unanswered).not.toContain('rollback')
    // Nor is it waited for by the driver, which says nothing more until the server answers.
    expect(said.mock.calls.map(([asked]) => JSON.stringify(asked)).at(-1)).toContain('select 2')
    said.mockRestore()

    isSilent = false
    expect((await sql`select 3 as answer`.execute(db)).rows).toEqual([{ answer: 3 }])
    await db.destroy()
    proxy.close()
    await drop()
  },
)
