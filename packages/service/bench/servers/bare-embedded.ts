import { randomUUID } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import fastify from 'fastify'
import { report } from '../child.ts'

interface Order {
  readonly idempotency_key: string
  readonly currency: string
  readonly items: readonly { readonly id: string; readonly title: string; readonly amount: string }[]
}

const pglite = await PGlite.create(process.env['BENCH_DATA_DIR'] ?? 'memory://')
await pglite.exec(`create table if not exists bare_orders (
  id uuid primary key, key text, currency text, item_id text, title text, amount numeric(8, 2), created_at timestamptz)`)

const app = fastify()
app.post<{ Body: Order }>('/orders', async ({ body }, reply) => {
  const id = randomUUID()
  const [item] = body.items
  await pglite.query('insert into bare_orders values ($1, $2, $3, $4, $5, $6, $7)', [
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
const address = await app.listen({ port: 0, host: '127.0.0.1' })
report({ port: Number(new URL(address).port) })
