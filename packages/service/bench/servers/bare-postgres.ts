import pg from 'pg'
import { bareOrders, CREATE_ORDERS } from '../bare-orders.ts'
import { listen } from '../listen.ts'

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 })
await pool.query(CREATE_ORDERS)
const app = bareOrders((sql, values) => pool.query(sql, [...values]))
app.post<{ Body: { payment_intent_ids: string[] } }>('/statuses', async ({ body }) => {
  const { rows } = await pool.query('select id, status from payment_intents where id = any($1)', [
    body.payment_intent_ids,
  ])
  return { data: rows }
})
await listen(app)
