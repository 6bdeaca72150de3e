import { randomUUID } from 'node:crypto'
import {
  CHECKOUT_CLIENT_HEADER,
  CHECKOUT_PATHS,
  CHECKOUT_PREFIX,
  LIMITS,
  paymentIntentSchema,
  redirectSchema,
  type SessionView,
  tokenSchema,
  widgetDataSchema,
} from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/db/database.ts'
import { testCard } from './buyer.ts'
import { testDatabase } from './databases.ts'
import { runCommand, type ServingProcess, startServing } from './process.ts'
import { createServiceData } from './service-data.ts'

interface Credentials {
  readonly client_id: string
  readonly client_secret: string
}

let data: Awaited<ReturnType<typeof createServiceData>>
let processes: readonly ServingProcess[]
let credentials: Credentials
let token: string

describe.runIf(testDatabase === 'postgres')('an attacker who turns to another process on the same database', () => {
  beforeAll(async () => {
    data = await createServiceData()
    const created = await runCommand(['clients', 'create', '--merchant', 'Shop', '--json'], data.env)
    credentials = JSON.parse(created.out) as Credentials
    processes = await Promise.all([startServing(data.env), startServing(data.env)])
    token = await tokenOf(0)
  })
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end('SIGTERM')))
    await data.remove()
  })

  const call = async (at: number, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, processes[at % 2]?.baseUrl), {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: (text.startsWith('{') ? JSON.parse(text) : {}) as { data?: unknown } }
  }
  const tokenOf = async (at: number) => {
    const { client_id, client_secret } = credentials
    return tokenSchema.parse((await call(at, '/auth/v1/oauth2/token', { client_id, client_secret })).json.data)
      .access_token
  }
  const bearer = () => ({ authorization: `Bearer ${token}` })
  const order = (key: string = randomUUID(), email = 'ada@example.com') => ({
    transaction_type: 'BUY_VDA',
    buyer: { id: randomUUID(), email },
    currency: 'USD',
    idempotency_key: key,
    items: [{ id: 'gold', title: '100 gold', amount: '9.99' }],
  })

  test('makes no second intent under a key, and none of another body', async () => {
    const body = order()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call(at, '/payments/v2/intent', body, bearer())),
    )
    const ids = answers.map(({ json }) => String(paymentIntentSchema.parse(json.data)['payment_intent_id' as never]))
    expect(new Set(ids).size).toBe(1)
    const other = { ...body, items: [{ ...body.items[0], amount: '0.01' }] }
    expect((await call(1, '/payments/v2/intent', other, bearer())).status).toBe(409)
  })

  test('uses a redirect token once', async () => {
    const answer = await call(0, '/payments/v2/intent/redirect', order(), bearer())
    const { pathname, search } = new URL(redirectSchema.parse(answer.json.data).redirect_url)
    const visits = await Promise.all(Array.from({ length: 8 }, (_, at) => call(at, `${pathname}${search}`)))
    const statuses = visits.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(7)
    expect(statuses.filter((status) => status === 303 || status === 302)).toHaveLength(1)
  })

  /** The buyer of a new intent, who asks either process. */
  const openBuyer = async (email?: string) => {
    const answer = await call(0, '/payments/v2/intent', order(randomUUID(), email), bearer())
    const intent = paymentIntentSchema.parse(answer.json.data)
    const opened: unknown = JSON.parse(Buffer.from(intent.widget_data ?? '', 'base64url').toString())
    const { access_token, client_id } = widgetDataSchema.parse(opened)
    const headers = { authorization: `Bearer ${access_token}`, [CHECKOUT_CLIENT_HEADER]: client_id }
    const act = async (at: number, path: string, input: unknown = {}) =>
      (await call(at, `${CHECKOUT_PREFIX}${path}`, input, headers)).json.data as Partial<SessionView> | undefined
    await act(0, CHECKOUT_PATHS.session)
    return { id: String(intent['payment_intent_id' as never]), act }
  }

  test('charges no second card while the first is tried', async () => {
    const { id, act } = await openBuyer()
    const pay = (at: number) => act(at, CHECKOUT_PATHS.pay, { attempt_key: randomUUID(), card: testCard() })
    await Promise.all(Array.from({ length: 8 }, (_, at) => pay(at)))
    const db = await openDatabase({ kind: 'postgres', url: data.env['COINSLOT_DATABASE_URL'] ?? '', poolSize: 1 })
    const attempts = await db.selectFrom('card_attempts').select('status').where('intent_id', '=', id).execute()
    await db.destroy()
    expect(attempts).toEqual([{ status: 'approved' }])
  })

  test('gets no more codes for asking both', async () => {
    const { act } = await openBuyer('kyc@example.com')
    const first = await act(0, CHECKOUT_PATHS.kycEmail, { email: 'victim@example.com' })
    expect(first).toMatchObject({ step: 'kyc_email_code', problem: null })
    const problems: unknown[] = []
    for (let at = 1; at <= LIMITS.codesSent; at += 1)
      problems.push((await act(at, CHECKOUT_PATHS.kycEmailResend))?.problem)
    expect(problems.slice(0, -1)).toEqual(problems.slice(0, -1).map(() => null))
    expect(problems.at(-1)).toEqual(expect.any(String))
  })

  test('is out within 5 seconds at both, once the tokens of the secret are revoked', async () => {
    const ask = (at: number) => call(at, '/notifications/v1/subscriptions', undefined, bearer())
    expect([(await ask(0)).status, (await ask(1)).status]).toEqual([200, 200])
    const rotated = await runCommand(['clients', 'rotate', credentials.client_id, '--revoke-tokens'], data.env)
    expect(rotated.code).toBe(0)
    for (const at of [0, 1]) await expect.poll(async () => (await ask(at)).status, { timeout: 15_000 }).toBe(401)
  })
})
