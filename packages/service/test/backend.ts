import { randomUUID } from 'node:crypto'
import { type PaymentIntentRequest, paymentIntentSchema, tokenSchema } from '@coinslot/contract'
import { z } from 'zod'
import type { Credentials } from '../src/auth/create-client.ts'
import { runCommandHere } from './command-here.ts'
import { intentIdOf } from './intent-id.ts'

/** What a service answers to a merchant's backend. */
export interface BackendAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The envelope's `data`. */
  readonly data: unknown
}

type ClientCredentials = Pick<Credentials, 'clientId' | 'clientSecret'>

/** Sends JSON to a service, in whatever process it runs. */
export const post = async (baseUrl: string, path: string, body: unknown, token?: string): Promise<BackendAnswer> => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, data: JSON.parse(text).data }
}

/** @returns an access token. */
export const signIn = async (baseUrl: string, { clientId, clientSecret }: ClientCredentials): Promise<string> => {
  const answer = await post(baseUrl, '/auth/v1/oauth2/token', { client_id: clientId, client_secret: clientSecret })
  return tokenSchema.parse(answer.data).access_token
}

/** Orders coins for one buyer, under a key of its own unless one is given. */
export const orderCoins = (
  baseUrl: string,
  token: string,
  given: Partial<PaymentIntentRequest> = {},
): Promise<BackendAnswer> => {
  const order: PaymentIntentRequest = {
    transaction_type: 'BUY_VDA',
    buyer: { email: 'ada@example.com' },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: 'coins', title: 'Coins', amount: '9.99' }],
    ...given,
  }
  return post(baseUrl, '/payments/v2/intent', order, token)
}

/** The id of the intent that was created. */
export const createdId = ({ data }: BackendAnswer): string => intentIdOf(paymentIntentSchema.parse(data))

const printedSchema = z.object({ client_id: z.string(), client_secret: z.string() })

/** Has the command line make a client on the data of an environment. */
export const commandClient = async (env: Record<string, string>, merchant: string): Promise<ClientCredentials> => {
  const { out } = await runCommandHere(['clients', 'create', '--merchant', merchant, '--json'], env)
  const { client_id: clientId, client_secret: clientSecret } = printedSchema.parse(JSON.parse(out))
  return { clientId, clientSecret }
}
