import { randomUUID } from 'node:crypto'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PREFIX,
  kycSchema,
  paymentIntentSchema,
  type SessionView,
  tokenSchema,
} from '@coinslot/contract'
import { readWidgetData } from '../src/widget/widget-data.ts'
import { runCommandHere } from './command-here.ts'
import { intentIdOf } from './intent-id.ts'
import { type ServingProcess, startServing } from './process.ts'
import { createServiceData } from './service-data.ts'

export interface PairAnswer {
  readonly status: number
  readonly headers: Headers
  readonly json: { readonly data?: unknown }
}

export interface PairRequest {
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, in place of a body. */
  readonly raw?: Buffer | ReadableStream<Uint8Array>
  readonly headers?: Record<string, string>
}

/** A buyer's page, which asks either process. */
export interface PairBuyer {
  readonly id: string
  act(at: number, path: string, input?: unknown): Promise<Partial<SessionView>>
  upload(at: number, file: Buffer | ReadableStream<Uint8Array>): Promise<PairAnswer>
}

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

/** Two processes of the service on one Postgres; `at` says which is asked: even the one, odd the other. */
export class ServingPair {
  readonly env: Record<string, string>
  readonly #processes: readonly ServingProcess[]
  readonly #remove: () => Promise<void>
  credentials: Credentials
  token = ''

  private constructor(
    env: Record<string, string>,
    processes: readonly ServingProcess[],
    credentials: Credentials,
    remove: () => Promise<void>,
  ) {
    this.env = env
    this.#processes = processes
    this.credentials = credentials
    this.#remove = remove
  }

  static async start(): Promise<ServingPair> {
    const data = await createServiceData()
    const env = { ...data.env, COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true', COINSLOT_DASHBOARD: 'true' }
    const created = await runCommandHere(['clients', 'create', '--merchant', 'Shop', '--json'], env)
    const processes = await Promise.all([startServing(env), startServing(env)])
    const pair = new ServingPair(env, processes, JSON.parse(created.out) as Credentials, data.remove)
    await pair.signIn(0)
    return pair
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.end('SIGTERM')))
    await this.#remove()
  }

  /** Takes a new access token from then on. */
  async signIn(at: number): Promise<void> {
    const { client_id, client_secret } = this.credentials
    const answer = await this.ask(at, '/auth/v1/oauth2/token', { method: 'POST', body: { client_id, client_secret } })
    this.token = tokenSchema.parse(answer.json.data).access_token
  }

  async ask(at: number, path: string, { method = 'GET', body, raw, headers = {} }: PairRequest = {}) {
    const response = await fetch(new URL(path, this.#processes[at % 2]?.baseUrl), {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw, duplex: 'half' }),
    })
    const text = await response.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as PairAnswer['json']
    return { status: response.status, headers: response.headers, json } satisfies PairAnswer
  }

  /** Asks as the merchant's backend. */
  asMerchant(at: number, path: string, body?: unknown): Promise<PairAnswer> {
    const headers = { authorization: `Bearer ${this.token}` }
    return this.ask(at, path, body === undefined ? { headers } : { method: 'POST', body, headers })
  }

  /** The buyer of a new intent. */
  async openPayment(email = 'ada@example.com'): Promise<PairBuyer> {
    const { json } = await this.asMerchant(0, '/payments/v2/intent', pairOrder(randomUUID(), email))
    const intent = paymentIntentSchema.parse(json.data)
    return this.#open(intent.widget_data ?? '', intentIdOf(intent))
  }

  /** The customer of a new identity check of level 3. */
  async openKyc(): Promise<PairBuyer> {
    const { json } = await this.asMerchant(0, '/compliance/v2/kyc', {
      action: { level: 3, type: 'OCC_RULES_ENGINE' },
      customer: { external_id: randomUUID(), wallet: { address: `${randomUUID()}-0`, blockchain: 'polygon' } },
    })
    return this.#open(kycSchema.parse(json.data).widget_data ?? '', '')
  }

  async #open(widgetData: string, id: string): Promise<PairBuyer> {
    const { access_token, client_id } = readWidgetData(widgetData)
    const headers = { authorization: `Bearer ${access_token}`, [CHECKOUT_CLIENT_HEADER]: client_id }
    const act: PairBuyer['act'] = async (at, path, body = {}) =>
      ((await this.ask(at, CHECKOUT_PREFIX + path, { method: 'POST', body, headers })).json.data ?? {}) as SessionView
    const upload: PairBuyer['upload'] = (at, raw) =>
      this.ask(at, `${CHECKOUT_PREFIX}${CHECKOUT_PATHS.upload}/selfie`, {
        method: 'PUT',
        raw,
        headers: { ...headers, 'content-type': 'image/png' },
      })
    await act(0, CHECKOUT_PATHS.session)
    return { id, act, upload }
  }
}

export const pairOrder = (key: string, email = 'ada@example.com') => ({
  transaction_type: 'BUY_VDA',
  buyer: { id: randomUUID(), email },
  currency: 'USD',
  idempotency_key: key,
  items: [{ id: 'gold', title: '100 gold', amount: '9.99' }],
})
