import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PREFIX,
  paymentIntentSchema,
  subscriptionSchema,
} from '@coinslot/contract'
import pg from 'pg'
import { type Child, startChild } from '../bench/child.ts'
import { order } from '../bench/orders.ts'
import type { BenchPostgres } from '../bench/postgres.ts'
import { readWidgetData } from '../src/widget/widget-data.ts'
import { testCard } from '../test/buyer.ts'
import { fillWithPayments } from './fill.ts'

const SUBSCRIPTIONS = '/notifications/v1/subscriptions'

interface Ready {
  readonly port: number
  readonly token: string
  readonly merchantId: string
}

/** One database of the two, with a process that serves on it. */
export interface Side {
  readonly url: string
  readonly intents: number
  readonly merchantId: string
  readonly subscriptionId: string
  readonly environment: Readonly<Record<string, string>>
  readonly serving: Child<Ready>
}

const ask = async (
  { port, token }: Ready,
  path: string,
  body: unknown,
  headers: Record<string, string> = { authorization: `Bearer ${token}` },
): Promise<{ data: unknown }> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { data: unknown }
}

/** Buys something as a buyer does, in the widget. */
const pay = async (ready: Ready): Promise<void> => {
  const made = await ask(ready, '/payments/v2/intent', order(0))
  const { access_token, client_id } = readWidgetData(paymentIntentSchema.parse(made.data).widget_data)
  const headers = { authorization: `Bearer ${access_token}`, [CHECKOUT_CLIENT_HEADER]: client_id }
  await ask(ready, CHECKOUT_PREFIX + CHECKOUT_PATHS.session, {}, headers)
  const body = { attempt_key: randomUUID(), card: testCard() }
  await ask(ready, CHECKOUT_PREFIX + CHECKOUT_PATHS.pay, body, headers)
}

/** Waits until the payment was looked at, delivered, and written down in every table. */
const settled = async (url: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  const isWritten = async () =>
    (await client.query('select from intent_openings, webhook_deliveries')).rowCount === 1 ||
    (await pause(100).then(() => false))
  while (!(await isWritten()));
  await client.end()
}

/** Makes a database, serves on it, has one payment made and delivered, and fills it with its like. */
export const startSide = async (
  postgres: BenchPostgres,
  { name, intents, endpoint }: { name: string; intents: number; endpoint: string },
  tell?: (filled: number) => void,
): Promise<Side> => {
  const environment: Record<string, string> = {
    ...(await postgres.environment(name)),
    COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  }
  const url = environment['COINSLOT_DATABASE_URL'] ?? ''
  const serving = await startChild<Ready>('ours', environment)
  const { ready } = serving
  const { id: subscriptionId } = subscriptionSchema.parse((await ask(ready, SUBSCRIPTIONS, { endpoint })).data)
  await pay(ready)
  await settled(url)
  await fillWithPayments(url, intents, tell)
  return { url, intents, merchantId: ready.merchantId, subscriptionId, environment, serving }
}
