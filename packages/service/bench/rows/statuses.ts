import pg from 'pg'
import { startChild } from '../child.ts'
import { httpRequest, load } from '../http-load.ts'
import type { BenchPostgres } from '../postgres.ts'
import { alternate, row, type Row } from '@coinslot/tooling/bench'

const INTENTS = 1_000_000
const IDS = 100
const CONNECTIONS = 16
const REQUESTS = 1_500
const ROUNDS = 5

interface Ready {
  readonly port: number
  readonly token: string
  readonly clientId: string
  readonly merchantId: string
}

const fill = async (url: string, { merchantId, clientId }: Ready): Promise<readonly string[]> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, status, amount, currency,
       item_id, item_title, buyer_hash, created_at, expires_at)
     select gen_random_uuid(), $1::uuid, $2::text, 'widget', sha256(n::text::bytea), '\\x00', 'Approved', 9.99, 'USD',
       'gold', '100 gold', sha256((n % 1000)::text::bytea), now(), now()
     from generate_series(1, ${INTENTS}) n`,
    [merchantId, clientId],
  )
  await client.query('vacuum analyze payment_intents')
  const { rows } = await client.query<{ id: string }>(
    'select id from payment_intents tablesample system (1) limit 10000',
  )
  await client.end()
  return rows.map(({ id }) => id)
}

export const statuses = async (postgres: BenchPostgres): Promise<Row> => {
  const environment = await postgres.environment('statuses')
  const url = environment['COINSLOT_DATABASE_URL'] ?? ''
  const ours = await startChild<Ready>('ours', environment)
  const bare = await startChild<{ port: number }>('bare-postgres', { BENCH_DATABASE_URL: url })
  const ids = await fill(url, ours.ready)
  const body = (index: number): string => {
    const start = (index * IDS) % (ids.length - IDS)
    return JSON.stringify({ payment_intent_ids: ids.slice(start, start + IDS) })
  }
  const ask = (port: number, path: string, token?: string) => () =>
    load({
      port,
      connections: CONNECTIONS,
      requests: REQUESTS,
      request: (index) => httpRequest('POST', path, { body: body(index), ...(token === undefined ? {} : { token }) }),
    })
  const figures = await alternate(
    ROUNDS,
    ask(ours.ready.port, '/payments/v1/payments/statuses', ours.ready.token),
    ask(bare.ready.port, '/statuses'),
  )
  await Promise.all([ours.stop(), bare.stop()])
  return row({
    name: `statuses of ${IDS} ids, with 1 million intents stored`,
    ...figures,
    unit: 'requests/s',
    method: `${REQUESTS} requests a round over ${CONNECTIONS} connections, median of ${ROUNDS}; other: bare Fastify, one query with = any($1)`,
    target: '>= 0.7',
  })
}
