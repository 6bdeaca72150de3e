import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { answer, neverAnswer } from '../test/fault-endpoint.ts'
import { failOver, missStandby } from './standby-faults.ts'
import type { Random } from './random.ts'
import type { Passage } from './tcp-proxy.ts'
import { insist, type World } from './world.ts'

/** Does harm, and mends it before it resolves. */
type Fault = (world: World, random: Random) => Promise<unknown>

/** Only where the world has a disk that can run full. */
export const FULL_DISK = 'full disk'

const SECOND_MS = 1_000
/** How long a database may take to recover from its log. */
const UP_AGAIN_MS = 15_000

/** For so long that leases may run out now and then: those of deliveries last half a minute. */
const forAWhile = (random: Random): Promise<void> =>
  pause(random.chance(0.1) ? 35 * SECOND_MS : random.between(1, 6) * SECOND_MS)

const passing =
  (passageOf: (random: Random) => Passage): Fault =>
  async ({ servings }, random) => {
    const { proxy } = random.pick(servings)
    proxy.passage = passageOf(random)
    await forAWhile(random)
    proxy.passage = { kind: 'open' }
  }

const endpointBehaving =
  (behaviour: Parameters<World['endpoint']['behave']>[0]): Fault =>
  async ({ endpoint }, random) => {
    endpoint.behave(behaviour)
    await forAWhile(random)
    endpoint.behave(answer(200))
  }

/** By a connection of its own: the service's are refused while the database takes no writes. */
const setReadOnly = ({ primary }: World, isOn: boolean): Promise<void> =>
  insist(async () => {
    const client = new pg.Client(primary.url)
    await client.connect()
    try {
      await client.query(`alter system set default_transaction_read_only = ${isOn}`)
      await client.query('select pg_reload_conf()')
    } finally {
      await client.end()
    }
  })

/** Every kind of harm, by what a line of progress calls it. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 of a process': async ({ servings }, random) => {
    const serving = random.pick(servings)
    await serving.end('SIGKILL')
    await serving.start()
  },
  'kill -9 of two processes': async ({ servings }, random) => {
    const spared = random.pick(servings)
    const killed = servings.filter((each) => each !== spared)
    await Promise.all(killed.map((each) => each.end('SIGKILL')))
    await Promise.all(killed.map((each) => each.start()))
  },
  'restart of a process': async ({ servings }, random) => {
    const serving = random.pick(servings)
    await serving.end('SIGTERM')
    await serving.start()
  },
  'halt of a process': async ({ servings }, random) => {
    const serving = random.pick(servings)
    serving.send('SIGSTOP')
    await forAWhile(random)
    serving.send('SIGCONT')
  },
  'wrong clock of a process': async ({ servings }, random) => {
    const serving = random.pick(servings)
    await serving.restartWithClock(random.pick([-10, 10]))
    await forAWhile(random)
    await serving.restartWithClock(0)
  },
  'restart of the database': ({ primary }) => primary.restart(),
  'absence of the database': ({ primary }, random) => primary.restart(() => pause(random.between(2, 8) * SECOND_MS)),
  'crash of the database': async ({ db }) => {
    const { rows } = await insist(() =>
      sql<{ pid: number }>`
        select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1
      `.execute(db),
    )
    // A killed backend makes Postgres end all others and recover from its log.
    if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
    await insist(() => sql`select 1`.execute(db))
  },
  'failover to a standby': failOver,
  'absence of the standby': missStandby,
  [FULL_DISK]: async ({ db, disk, primary }, random) => {
    if (disk === null) return
    await disk.fill()
    await forAWhile(random)
    await disk.free()
    // A server that could not write its log recovers by itself, or ends when it cannot write even then.
    const isUp = await insist(() => sql`select 1`.execute(db), UP_AGAIN_MS).catch(() => null)
    if (isUp === null) await primary.restart()
  },
  'end of all connections': ({ db }) =>
    insist(() => sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`.execute(db)),
  'read-only database': async (world, random) => {
    await setReadOnly(world, true)
    await forAWhile(random)
    await setReadOnly(world, false)
  },
  'lock of a table': async ({ db }, random) => {
    const table = random.pick(['payment_intents', 'card_attempts', 'webhook_queue', 'webhook_events'])
    await insist(() =>
      db.transaction().execute(async (transaction) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction)
        await pause(random.between(1, 4) * SECOND_MS)
      }),
    )
  },
  'reset of connections': async ({ servings }, random) => random.pick(servings).proxy.reset(),
  'black hole': passing(() => ({ kind: 'black hole' })),
  'slow database': passing((random) => ({ kind: 'slow', ms: random.between(20, 200) })),
  'answers cut off around commits': passing((random) => ({ kind: 'cut answers', isCut: () => random.chance(0.05) })),
  'endpoint answers 500': endpointBehaving(answer(500)),
  'endpoint is silent': endpointBehaving(neverAnswer),
  'endpoint breaks connections': endpointBehaving((response) => response.destroy()),
  'acquirer is away': async ({ acquirer }, random) => {
    acquirer.isAway = true
    await forAWhile(random)
    acquirer.isAway = false
  },
  'acquirer’s answers are lost': async ({ acquirer }, random) => {
    const before = acquirer.losses
    acquirer.losses = 0.7
    await forAWhile(random)
    acquirer.losses = before
  },
  'subscription off and on': async ({ merchants }, random) => {
    const merchant = random.pick(merchants)
    await merchant.turn('disable')
    await forAWhile(random)
    await merchant.turn('enable')
  },
  'time runs out for some': ({ db }) =>
    insist(() =>
      sql`
        update payment_intents set expires_at = now()
        where status = 'Created' and expires_at > now() and random() < 0.3
      `.execute(db),
    ),
}
