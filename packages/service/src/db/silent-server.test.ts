import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import { openDatabase } from './open-database.ts'

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
      client.on('error', () => server.destroy()).on('close', () => server.destroy())
      server.on('error', () => client.destroy()).on('close', () => client.destroy())
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const proxied = new URL(url)
    proxied.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
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
