import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '../src/auth/create-client.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../test/fault-endpoint.ts'
import { type PostgresServer, startPostgresServer } from '../test/postgres-server.ts'
import { type ServingProcess, startServing } from '../test/process.ts'
import { startRetryingProxy } from '../test/retrying-proxy.ts'
import { Acquirer } from './acquirer.ts'
import { Caller } from './caller.ts'
import { Ledger } from './ledger.ts'
import { Merchant } from './merchant.ts'
import type { Random } from './random.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

export const PROCESSES = 3
const MERCHANTS = 3
const MODULE = fileURLToPath(new URL('acquirer-module.js', import.meta.url))
const WRONG_CLOCK = fileURLToPath(new URL('../test/wrong-clock.js', import.meta.url))

/** The service's command in another checkout of this repository. */
export const commandOf = (checkout: string): string => join(checkout, 'packages/service/bin/coinslot-service.js')

/** One process of the service, with a way of its own to the database. */
class Serving {
  readonly proxy: TcpProxy
  #checkout: string | undefined
  readonly #environment: Readonly<Record<string, string>>
  /** The one that serves comes last. */
  readonly #processes: ServingProcess[] = []

  constructor(proxy: TcpProxy, environment: Readonly<Record<string, string>>, checkout: string | undefined) {
    this.proxy = proxy
    this.#checkout = checkout
    this.#environment = environment
  }

  /** Where it listened last; nobody answers there while it is down. */
  get address(): string {
    return this.#processes.at(-1)?.baseUrl ?? ''
  }

  /** Tries until it serves: a database that is away ends it at once. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    for (;;) {
      try {
        const command = this.#checkout === undefined ? undefined : commandOf(this.#checkout)
        this.#processes.push(await startServing({ ...this.#environment, ...more }, command))
        return
      } catch {
        await pause(500)
      }
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#processes.at(-1)?.end(signal)
  }

  /** Replaces it by one of this version. */
  async upgrade(): Promise<void> {
    await this.end('SIGTERM')
    this.#checkout = undefined
    await this.start()
  }

  send(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#processes.at(-1)?.send(signal)
  }

  /** What was logged of requests that failed for no fault of the caller's. */
  failures(): string[] {
    return this.#processes.flatMap(({ said }) => said.filter((line) => line.includes('request failed')))
  }

  /** Replaces it by one whose clock is off by so many minutes. */
  async restartWithClock(offMinutes: number): Promise<void> {
    await this.end('SIGTERM')
    await this.start(
      offMinutes === 0 ? {} : { NODE_OPTIONS: `--import=${WRONG_CLOCK}`, CLOCK_OFF_MINUTES: String(offMinutes) },
    )
  }
}

/** Everything that a run needs: a database, processes, merchants, an acquirer, an endpoint for webhooks. */
export interface World {
  readonly server: PostgresServer
  /** Where the database's data is; null where it has no disk of its own, or none could be mounted. */
  readonly disk: SmallDisk | null
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

export interface WorldOptions {
  /** Checkouts of other versions that serve the first processes; the rest are of this version. Default none. */
  readonly others?: readonly string[]
  /** Whether a balancer that asks again stands before the processes; default false. */
  readonly isBalanced?: boolean
  /** Whether the database's data is on a disk of its own that can run full; default false. */
  readonly hasSmallDisk?: boolean
}

/**
 * Asks the database until it answers.
 * @param patienceMs milliseconds after which the failure is the answer; default for ever.
 */
export const insist = async <T>(query: () => Promise<T>, patienceMs = Number.POSITIVE_INFINITY): Promise<T> => {
  const began = Date.now()
  for (;;) {
    try {
      return await query()
    } catch (error) {
      if (Date.now() - began > patienceMs) throw error
      await pause(250)
    }
  }
}

export const startWorld = async (
  random: Random,
  { others = [], isBalanced = false, hasSmallDisk = false }: WorldOptions = {},
): Promise<World> => {
  const disk = hasSmallDisk ? await mountSmallDisk() : null
  const server = await startPostgresServer({ durable: true, folder: disk?.folder, settings: ['max_wal_size=128MB'] })
  const db = await openDatabase({ kind: 'postgres', url: server.url, poolSize: 4 })
  // Where all are of another version, the schema is theirs as well.
  if (others.length < PROCESSES) await migrate(db)
  const endpoint = await startFaultEndpoint()
  const acquirer = new Acquirer(random)
  await acquirer.start()
  const ledger = new Ledger()
  const servings = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, index) => {
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
      }
      return new Serving(proxy, environment, others[index])
    }),
  )
  await Promise.all(servings.map((each) => each.start()))
  const addresses = () => servings.map(({ address }) => address)
  const balancer = isBalanced ? await startRetryingProxy(addresses) : null
  const caller = new Caller(balancer === null ? addresses : () => [balancer.url], ledger, random)
  const merchants = await Promise.all(
    Array.from({ length: MERCHANTS }, async (_, index) => {
      const account = await createClient(db, systemClock, { merchant: `Merchant ${index}` })
      const merchant = new Merchant(account, caller, ledger)
      await merchant.subscribe(`${endpoint.url}/${merchant.id}`)
      return merchant
    }),
  )
  const close = async () => {
    await balancer?.close()
    await Promise.all(servings.map((each) => each.end('SIGKILL')))
    await Promise.all([acquirer.stop(), endpoint.close(), ...servings.map(({ proxy }) => proxy.close())])
    await db.destroy()
    await server.stop()
    await disk?.remove()
  }
  return { server, disk, db, servings, acquirer, merchants, endpoint, ledger, caller, close }
}
