import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '../src/auth/create-client.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { migrate } from '../src/db/migrate.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../test/fault-endpoint.ts'
import { startRetryingProxy } from '../test/retrying-proxy.ts'
import { Acquirer } from './acquirer.ts'
import { Caller } from './caller.ts'
import { Ledger } from './ledger.ts'
import { Merchant } from './merchant.ts'
import { Primary } from './primary.ts'
import type { Random } from './random.ts'
import { Serving } from './serving.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

export const PROCESSES = 3
const MERCHANTS = 3
const MODULE = fileURLToPath(new URL('acquirer-module.js', import.meta.url))

/** Everything that a run needs: a database, processes, merchants, an acquirer, an endpoint for webhooks. */
export interface World {
  readonly primary: Primary
  /** Where the database's data is; null where it has no disk of its own, or none could be mounted. */
  readonly disk: SmallDisk | null
  /** By the address that nobody disturbs. */
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
  /** Folder for what the processes say; what an earlier run has left in it is deleted. */
  readonly results: string
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
  { results, others = [], isBalanced = false, hasSmallDisk = false }: WorldOptions,
): Promise<World> => {
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const disk = hasSmallDisk ? await mountSmallDisk() : null
  const primary = await Primary.start({ durable: true, within: disk?.folder })
  const db = await openDatabase({ kind: 'postgres', url: primary.url, poolSize: 4 })
  // Where all are of another version, the schema is theirs as well.
  if (others.length < PROCESSES) await migrate(db)
  const endpoint = await startFaultEndpoint()
  const acquirer = new Acquirer(random)
  await acquirer.start()
  const ledger = new Ledger()
  const servings = await Promise.all(
    Array.from({ length: PROCESSES }, async (_, index) => {
      const proxy = await primary.newAddress()
      const environment = {
        COINSLOT_DATABASE_URL: primary.urlBy(proxy),
        COINSLOT_DATABASE_POOL: '8',
        COINSLOT_MODE: 'sandbox',
        COINSLOT_SECRET_KEY: 'a secret key for chaos, and for chaos only',
        COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
        COINSLOT_DRAIN_SECONDS: '1',
        COINSLOT_MODULE: MODULE,
        CHAOS_ACQUIRER: acquirer.address,
      }
      const log = join(results, `process-${index + 1}.log`)
      return new Serving({ proxy, environment, checkout: others[index], log })
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
    await Promise.all([acquirer.stop(), endpoint.close()])
    await db.destroy()
    await primary.stop()
    await disk?.remove()
  }
  return { primary, disk, db, servings, acquirer, merchants, endpoint, ledger, caller, close }
}
