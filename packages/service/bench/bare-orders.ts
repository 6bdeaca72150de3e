import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'

/** What an intent's request holds that a bare route would store. */
interface Order {
  readonly idempotency_key: string
  readonly currency: string
  readonly items: readonly { readonly id: string; readonly title: string; readonly amount: string }[]
}

export const CREATE_ORDERS = `create table if not exists bare_orders (
  id uuid primary key, key text, currency text, item_id text, title text, amount numeric(8, 2), created_at timestamptz)`

/** A bare Fastify whose `POST /orders` inserts one row; no checks, no logs. @param query of the driver that is measured */
export const bareOrders = (query: (sql: string, values: readonly unknown[]) => Promise<unknown>): FastifyInstance => {
  const app = fastify()
  app.post<{ Body: Order }>('/orders', async ({ body }, reply) => {
    const id = randomUUID()
    const [item] = body.items
    const values = [id, body.idempotency_key, body.currency, item?.id, item?.title, item?.amount, new Date()]
    await query('insert into bare_orders values ($1, $2, $3, $4, $5, $6, $7)', values)
    return reply.code(201).send({ data: { id } })
  })
  return app
}
