import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'
import { report } from '../child.ts'

/** What an intent's request holds that a bare route would store. */
interface Order {
  readonly idempotency_key: string
  readonly currency: string
  readonly items: readonly { readonly id: string; readonly title: string; readonly amount: string }[]
}

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 })
await pool.query(`create table if not exists bare_orders (
  id uuid primary key, key text, currency text, item_id text, title text, amount numeric(8, 2), created_at timestamptz)`)

const app = fastify()
app.post<{ Body: Order }>('/orders', async ({ body }, reply) => {
  const id = randomUUID()
  const [item] = body.items
  await pool.query('insert into bare_orders values ($1, $2, $3, $4, $5, $6, $7)', [
    id,
    body.idempotency_key,
    body.currency,
    item?.id,
    item?.title,
    item?.amount,
    new Date(),
  ])
  return reply.code(201).send({ data: { id } })
})
app.post<{ Body: { payment_intent_ids: string[] } }>('/statuses', async ({ body }) => {
  const { rows } = await pool.query('select id, status from payment_intents where id = any($1)', [
    body.payment_intent_ids,
  ])
  return { data: rows }
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
report({ port: Number(new URL(address).port) })
