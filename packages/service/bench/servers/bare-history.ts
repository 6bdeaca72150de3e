import fastify from 'fastify'
import pg from 'pg'
import { listen } from '../listen.ts'

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 })
const app = fastify()
app.get<{ Querystring: { merchant: string } }>('/history', async ({ query }) => {
  const { rows } = await pool.query({
    name: 'history',
    text: `select id, merchant_id, client_id, created_at, expires_at, finalised_at, item_id, item_title, amount, currency,
        buyer_id, reference, status, error_code, mode from payment_intents
      where merchant_id = $1 order by created_at desc, id desc limit 50`,
    values: [query.merchant],
  })
  return { data: rows }
})
await listen(app)
