import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { createClient } from '../src/index.ts'

/** Creates one payment intent. */
export type Call = () => Promise<unknown>

const purchase = {
  buyer: { id: 'player-1', email: 'ada@example.com' },
  currency: 'USD',
  items: [{ id: 'coins-1000', title: '1,000 coins', amount: '9.99', description: 'A bag of coins' }],
  reference: 'order-7',
} as const

/** The SDK as a merchant would use it, all defaults on. */
export const ours = (port: number): Call => {
  const client = createClient({ clientId: 'client', clientSecret: 'secret', baseUrl: `http://127.0.0.1:${port}` })
  return () => client.intents.create(purchase)
}

/** The same request without an SDK: the same body and token, the answer parsed. */
export const bareFetch = (port: number): Call => {
  const url = `http://127.0.0.1:${port}/payments/v2/intent`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${'t'.repeat(600)}` }
  return async () => {
    const body = JSON.stringify({ ...purchase, transaction_type: 'BUY_VDA', idempotency_key: randomUUID() })
    const response = await fetch(url, { method: 'POST', headers, body })
    return response.json()
  }
}

/** The stripe SDK's like call, its telemetry off. */
export const stripe = (port: number): Call => {
  const client = new Stripe('sk_test_bench', { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
  const metadata = { item: 'coins-1000', title: '1,000 coins', buyer: 'player-1', reference: 'order-7' }
  return () =>
    client.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      description: 'A bag of coins',
      receipt_email: 'ada@example.com',
      metadata,
    })
}
