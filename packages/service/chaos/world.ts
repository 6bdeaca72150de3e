import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '../src/auth/create-client.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../test/fault-endpoint.ts'
import { type PostgresServer, startPostgresServer } from '../test/postgres-server.ts'
import { type ServiceProcess, startServiceProcess } from '../test/service-process.ts'
import { Acquirer } from './acquirer.ts'
import { Caller } from './caller.ts'
import { Ledger } from './ledger.ts'
import { Merchant } from './merchant.ts'
import type { Random } from './random.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const PROCESSES = 3
const MERCHANTS = 3
const MODULE = fileURLToPath(new URL('acquirer-module.js', import.meta.url))
const WRONG_CLOCK = fileURLToPath(new URL('../test/wrong-clock.js', import.meta.url))

/** One process of the service, with a way of its own to the database. */
class Serving {
  readonly proxy: TcpProxy
  readonly #environment: Readonly<Record<string, string>>
  readonly #hear: (line: string) => void
  #process: ServiceProcess | null = null
  /** Where it listened last; nobody answers there while it is down. */
  address = ''

  constructor(proxy: TcpProxy, environment: Readonly<Record<string, string>>, hear: (line: string) => void) {
    this.proxy = proxy
    this.#environment = environment
    this.#hear = hear
  }

  /** Tries until it serves: a database that is away ends it at once. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    for (;;) {
      try {
        this.#process = await startServiceProcess({ ...this.#environment, ...more }, this.#hear)
        this.address = this.#process.baseUrl
        return
      } catch {
        await pause(500)
      }
    }
  }

  kill = async (): Promise<void> => this.#process?.kill()
  stop = async (): Promise<number | null> => (await this.#process?.stop()) ?? null
  send = (signal: 'SIGSTOP' | 'SIGCONT'): void => this.#process?.send(signal)

  /** Replaces it by one whose clock is off by so many minutes. */
  async restartWithClock(offMinutes: number): Promise<void> {
    await this.stop()
    await this.start(
      offMinutes === 0 ? {} : { NODE_OPTIONS: `--import=${WRONG_CLOCK}`, CLOCK_OFF_MINUTES: String(offMinutes) },
    )
  }
}

/** Everything that a run needs: a database, processes, merchants, an acquirer, an endpoint for webhooks. */
export interface World {
  readonly server: PostgresServer
  /** Straight to the database, past the proxies. */
  readonly db: Database
  readonly servings: readonly Serving[]
  readonly acquirer: Acquirer
  readonly merchants: readonly Merchant[]
  readonly endpoint: FaultEndpoint
  readonly ledger: Ledger
  readonly caller: Caller
  close(): Promise<void>
}

/** Asks the database until it answers. */
export const insist = async <T>(query: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await query()
    } catch {
      await pause(250)
    }
  }
}

export const startWorld = async (random: Random): Promise<World> => {
  const server = await startPostgresServer({ durable: true })
  const db = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 4 })
  await migrate(db)
  const endpoint = await startFaultEndpoint()
  const acquirer = new Acquirer(random)
  await acquirer.start()
  const ledger = new Ledger()
  const hear = (line: string): void => {
    if (line.includes('request failed')) ledger.failures.push(line)
  }
  const servings = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      const url = new URL(server.url)
      const proxy = await startTcpProxy(Number(url.port))
      url.port = String(proxy.port)
      const environment = {
        COINSLOT_DATABASE_URL: url.href,
        COINSLOT_DATABASE_POOL: '8',
        COINSLOT_MODE: 'sandbox',
        COINSLOT_SECRET_KEY: 'a secret key for chaos, and for chaos only',
        COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
        COINSLOT_DRAIN_SECONDS: '1',
        COINSLOT_MODULE: MODULE,
        CHAOS_ACQUIRER: acquirer.address,
        COINSLOT_LOG_LEVEL: 'error',
      }
      return new Serving(proxy, environment, hear)
    }),
  )
  await Promise.all(servings.map((each) => each.start()))
  const caller = new Caller(() => servings.map(({ address }) => address), ledger, random)
  const merchants = await Promise.all(
    Array.from({ length: MERCHANTS }, async (_, index) => {
      const account = await createClient(db, systemClock, { merchant: `Merchant ${index}` })
      const merchant = new Merchant(account, caller, ledger)
      await merchant.subscribe(`${endpoint.url}/${merchant.id}`)
      return merchant
    }),
  )
  const close = async () => {
    await Promise.all(servings.map((each) => each.kill()))
    await Promise.all([acquirer.stop(), endpoint.close(), ...servings.map(({ proxy }) => proxy.close())])
    await db.destroy()
    await server.stop()
  }
  return { server, db, servings, acquirer, merchants, endpoint, ledger, caller, close }
}
