import { call } from './call.ts'
import type { Stack } from './stack.ts'

interface Order {
  readonly title: string
  /** Of this order alone. */
  readonly reference: string
  /** Of the buyer: some are refused in a sandbox. */
  readonly email?: string
}

/** Asks for payments as a backend does. @returns the ids of their intents */
export const createIntents = async (
  { serviceUrl, credentials }: Stack,
  orders: readonly Order[],
): Promise<readonly string[]> => {
  const { access_token: token } = await call(serviceUrl, '/auth/v1/oauth2/token', { body: credentials })
  const ids: string[] = []
  for (const { title, reference, email = 'player@example.com' } of orders) {
    const items = [{ id: 'coins', title, amount: '1.00', image_url: 'https://shop.example/c.png' }]
    const buyer = { id: 'player', email }
    const body = { transaction_type: 'BUY_VDA', buyer, currency: 'USD', idempotency_key: reference, items, reference }
    const data = await call<{ payment_intent_id: string }>(serviceUrl, '/payments/v2/intent', { body, token })
    ids.push(data.payment_intent_id)
  }
  return ids
}
