import { DASHBOARD_API } from '@coinslot/contract/dashboard'
import { alternate, median, row, type Row } from '@coinslot/tooling/bench'
import pg from 'pg'
import { startChild } from '../child.ts'
import { CONNECTIONS, createIntents } from '../create-intents.ts'
import type { BenchPostgres } from '../postgres.ts'

const INTENTS = 3_000_000
const ROUNDS = 7
const ASKED = 60

interface Ready {
  readonly port: number
  readonly token: string
  readonly clientId: string
  readonly merchantId: string
  /** Signs in to the dashboard, once. */
  readonly dashboardLink: string
}

const TABLES = ['payment_intents', 'card_attempts']

/** Has rows written without keeping their indexes and looking up what they refer to, and makes the indexes at the end. */
const inBulk = async (client: pg.Client, write: () => Promise<unknown>): Promise<void> => {
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '512MB'")
  await client.query('update pg_index set indisready = false where indrelid = any($1::regclass[])', [TABLES])
  await write()
  for (const table of TABLES) {
    await client.query(`reindex table ${table}`)
    await client.query(`vacuum analyze ${table}`)
  }
}

/** Intents of the last 30 days, each with a card that was tried. @returns the id of one. */
const fill = async (url: string, { merchantId, clientId }: Ready): Promise<string> => {
  const client = new pg.Client(url)
  await client.connect()
  await inBulk(client, async () => {
    await client.query(
      `insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency,
         item_id, item_title, reference, buyer_id, buyer_hash, created_at, expires_at, finalised_at)
       select md5(nr::text)::uuid, $1::uuid, $2::text, 'widget', '\\x00', '\\x00',
         case when nr % 10 = 0 then 'Declined' else 'Approved' end, 9.99, 'USD', 'gold', '100 gold', 'order-' || nr,
         'player-' || nr % 1000, sha256((nr % 1000)::text::bytea), at, at + interval '30 minutes', at + interval '1 minute'
       from generate_series(1, ${INTENTS}) nr,
         lateral (select now() - nr * interval '${30 / INTENTS} days' as at) moment`,
      [merchantId, clientId],
    )
    await client.query(
      `insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, created_at, check_at, finished_at)
       select id, id, id, 'visa', '1111', 'approved', created_at, created_at, finalised_at from payment_intents`,
    )
  })
  const { rows } = await client.query<{ id: string }>("select md5('5000')::uuid as id")
  await client.end()
  return rows[0]?.id ?? ''
}

/** Asks one at a time. @returns the median in milliseconds. */
const medianOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
  const times: number[] = []
  for (let time = 0; time < ASKED; time += 1) {
    const began = performance.now()
    const answer = await fetch(url, { headers })
    if (!answer.ok) throw new Error(`Not a success: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    times.push(performance.now() - began)
  }
  return median(times)
}

const LOOKS = [
  ['first page', '/payments'],
  ['a filter', '/payments?status=Declined&amount_min=5.00'],
  ['one timeline', '/payments/{id}'],
] as const

/** How soon the dashboard shows payments, against one query by an index that answers a page of them. */
export const dashboardLooks = async (postgres: BenchPostgres): Promise<readonly Row[]> => {
  const environment = await postgres.environment('dashboard')
  const url = environment['COINSLOT_DATABASE_URL'] ?? ''
  const ours = await startChild<Ready>('ours', environment)
  const bare = await startChild<{ port: number }>('bare-history', { BENCH_DATABASE_URL: url })
  const id = await fill(url, ours.ready)
  const signedIn = await fetch(ours.ready.dashboardLink, { redirect: 'manual' })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)
  const rows: Row[] = []
  for (const [name, path] of LOOKS) {
    const address = `http://127.0.0.1:${ours.ready.port}${DASHBOARD_API}${path.replace('{id}', id)}`
    const figures = await alternate(
      ROUNDS,
      () => medianOf(address, { cookie }),
      () => medianOf(`http://127.0.0.1:${bare.ready.port}/history?merchant=${ours.ready.merchantId}`),
    )
    rows.push(
      row({
        name: `dashboard: ${name}, with 3 million intents stored`,
        ...figures,
        unit: 'ms',
        method: `medians of ${ASKED} requests one after the other, median of ${ROUNDS} rounds; other: bare Fastify, one query for the latest 50 rows by their index`,
        target: '<= 3',
      }),
    )
  }
  await Promise.all([ours.stop(), bare.stop()])
  return rows
}

const REQUESTS = 3_000
const MANY_ROUNDS = 15

/** What it costs the API that its requests are written down. */
export const recording = async (postgres: BenchPostgres): Promise<Row> => {
  const start = async (name: string, dashboard: string) =>
    startChild<Ready>('ours', { ...(await postgres.environment(name)), COINSLOT_DASHBOARD: dashboard })
  const [ours, without] = [await start('recorded', 'true'), await start('unrecorded', 'false')]
  const figures = await alternate(
    MANY_ROUNDS,
    () => createIntents(ours.ready, REQUESTS),
    () => createIntents(without.ready, REQUESTS),
  )
  await Promise.all([ours.stop(), without.stop()])
  return row({
    name: 'dashboard: recording of requests, create intent per second',
    ...figures,
    unit: 'intents/s',
    method: `${REQUESTS} requests a round over ${CONNECTIONS} connections, median of ${MANY_ROUNDS}; other: the same with COINSLOT_DASHBOARD=false`,
    target: '>= 0.97',
  })
}
