import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, LIMITS, paymentIntentSchema, redirectSchema } from '@coinslot/contract'
import { DASHBOARD_API } from '@coinslot/contract/dashboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { MAX_UPLOADS } from '../src/kyc/upload-rules.ts'
import { testCard } from './buyer.ts'
import { runCommandHere } from './command-here.ts'
import { testDatabase } from './databases.ts'
import { startFaultEndpoint } from './fault-endpoint.ts'
import { intentIdOf } from './intent-id.ts'
import { ADDRESS, FULL_NAME, PHONE, PNG } from './kyc-customer.ts'
import { pairOrder, ServingPair } from './serving-pair.ts'

/** Tests of a webhook that one process sends per minute for a subscription. */
const TESTS_PER_PROCESS = 10
/** A token that was revoked is refused 5 seconds later; the rest is for a slow machine. */
const REVOKED_WITHIN = { timeout: 15_000 }

let pair: ServingPair
let db: Database

describe.runIf(testDatabase === 'postgres')('an attacker who turns to another process on the same database', () => {
  beforeAll(async () => {
    pair = await ServingPair.start()
    db = await openDatabase({ kind: 'postgres', url: pair.env['COINSLOT_DATABASE_URL'] ?? '', poolSize: 1 })
  })
  afterAll(async () => {
    await db.destroy()
    await pair.close()
  })

  test('makes no second intent under a key, and none of another body', async () => {
    const body = pairOrder(randomUUID())
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => pair.asMerchant(at, '/payments/v2/intent', body)),
    )
    const ids = answers.map(({ json }) => intentIdOf(paymentIntentSchema.parse(json.data)))
    expect(new Set(ids).size).toBe(1)
    const other = { ...body, items: [{ ...body.items[0], amount: '0.01' }] }
    expect((await pair.asMerchant(1, '/payments/v2/intent', other)).status).toBe(409)
  })

  test('uses a redirect token once', async () => {
    const answer = await pair.asMerchant(0, '/payments/v2/intent/redirect', pairOrder(randomUUID()))
    const { pathname, search } = new URL(redirectSchema.parse(answer.json.data).redirect_url)
    const visits = await Promise.all(Array.from({ length: 8 }, (_, at) => pair.ask(at, `${pathname}${search}`)))
    const statuses = visits.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(7)
    expect(statuses.filter((status) => status === 303 || status === 302)).toHaveLength(1)
  })

  test('charges no second card while the first is tried', async () => {
    const { id, act } = await pair.openPayment()
    const pay = (at: number) => act(at, CHECKOUT_PATHS.pay, { attempt_key: randomUUID(), card: testCard() })
    await Promise.all(Array.from({ length: 8 }, (_, at) => pay(at)))
    const attempts = await db.selectFrom('card_attempts').select('status').where('intent_id', '=', id).execute()
    expect(attempts).toEqual([{ status: 'approved' }])
  })

  test('gets no more codes for asking both', async () => {
    const { act } = await pair.openPayment('kyc@example.com')
    const first = await act(0, CHECKOUT_PATHS.kycEmail, { email: 'victim@example.com' })
    expect(first).toMatchObject({ step: 'kyc_email_code', problem: null })
    const problems: unknown[] = []
    for (let at = 1; at <= LIMITS.codesSent; at += 1)
      problems.push((await act(at, CHECKOUT_PATHS.kycEmailResend)).problem)
    expect(problems.slice(0, -1)).toEqual(problems.slice(0, -1).map(() => null))
    expect(problems.at(-1)).toEqual(expect.any(String))
  })

  test('gets no more codes to a mailbox for further intents at both', async () => {
    const problems: unknown[] = []
    for (let at = 0; at < LIMITS.codesPerDestination.hour + 2; at += 1) {
      const { act } = await pair.openPayment('kyc@example.com')
      const email = at % 3 === 0 ? 'Flooded@Example.com' : `flooded+${at}@example.com`
      problems.push((await act(at, CHECKOUT_PATHS.kycEmail, { email })).problem)
    }
    const taken = Array.from({ length: LIMITS.codesPerDestination.hour }, () => null)
    expect(problems).toEqual([...taken, 'code_later', 'code_later'])
  })

  test('gets no more guesses for further intents at both, and then not the right one', async () => {
    const problems: unknown[] = []
    const sessions = LIMITS.wrongCodesPerDestination.hour / LIMITS.codeAttempts
    let guesser = await pair.openPayment('kyc@example.com')
    for (let session = 0; session <= sessions; session += 1) {
      guesser = await pair.openPayment('kyc@example.com')
      await guesser.act(session, CHECKOUT_PATHS.kycEmail, { email: 'guessed@example.com' })
      for (let at = 0; at < LIMITS.codeAttempts; at += 1)
        problems.push((await guesser.act(at, CHECKOUT_PATHS.kycEmailCode, { code: '000000' })).problem)
    }
    expect(problems.filter((problem) => problem !== 'code_later')).toHaveLength(LIMITS.wrongCodesPerDestination.hour)
    for (const at of [0, 1])
      expect((await guesser.act(at, CHECKOUT_PATHS.kycEmailCode, { code: '947293' })).problem).toBe('code_later')
  })

  test('sends one file at a time for each session, and ten in all', async () => {
    const { act, upload } = await pair.openKyc()
    await act(1, CHECKOUT_PATHS.kycEmail, { email: 'documents@example.com' })
    await act(0, CHECKOUT_PATHS.kycEmailCode, { code: '947293' })
    await act(1, CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone: PHONE })
    await act(0, CHECKOUT_PATHS.kycPhoneCode, { code: '123456' })
    expect(await act(1, CHECKOUT_PATHS.kycAddress, ADDRESS)).toMatchObject({ step: 'kyc_documents' })

    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const first = upload(0, readable)
    await writer.write(PNG)
    const underWay = () =>
      db.selectFrom('kyc_sessions').select('id').where('upload_id', 'is not', null).executeTakeFirst()
    await expect.poll(underWay).toBeDefined()
    expect((await upload(1, PNG)).status).toBe(409)
    await writer.close()
    expect((await first).status).toBe(200)

    const problems: unknown[] = []
    for (let sent = 1; sent < MAX_UPLOADS + 2; sent += 1) problems.push((await upload(sent, PNG)).json?.data)
    const taken = Array.from({ length: MAX_UPLOADS - 1 }, () => ({ problem: null }))
    expect(problems).toMatchObject([...taken, { problem: 'file_limit' }, { problem: 'file_limit' }])
  })

  test('tests a webhook as often as each process lets it, and no more', async () => {
    const endpoint = await startFaultEndpoint()
    const made = await pair.asMerchant(0, '/notifications/v1/subscriptions', {
      endpoint: endpoint.url,
      description: 'Flooded',
      status: 'enabled',
    })
    const { id } = made.json.data as { id: string }
    const send = (at: number) => pair.asMerchant(at, `/notifications/v1/subscriptions/${id}/test`, {})
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => send(at)))
    await endpoint.close()
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(endpoint.received).toHaveLength(2 * TESTS_PER_PROCESS)
  })

  test('signs in by a link to the dashboard once, and is out at both once sessions are revoked', async () => {
    const { url } = JSON.parse((await runCommandHere(['dashboard', '--json'], pair.env)).out) as { url: string }
    const { pathname, search } = new URL(url)
    const visits = await Promise.all([0, 1, 2, 3].map((at) => pair.ask(at, `${pathname}${search}`)))
    const cookies = visits.flatMap(({ headers }) => headers.get('set-cookie')?.split(';', 1) ?? [])
    expect(cookies).toHaveLength(1)
    const look = async (at: number) =>
      (await pair.ask(at, `${DASHBOARD_API}/session`, { headers: { cookie: cookies[0] ?? '' } })).status
    expect([await look(0), await look(1)]).toEqual([200, 200])
    expect((await runCommandHere(['dashboard', 'revoke'], pair.env)).code).toBe(0)
    expect([await look(0), await look(1)]).toEqual([401, 401])
  })

  test('is out within 5 seconds at both, once the tokens of the secret are revoked', async () => {
    expect([await entered(0), await entered(1)]).toEqual([200, 200])
    const { client_id } = pair.credentials
    const rotated = await runCommandHere(['clients', 'rotate', client_id, '--revoke-tokens', '--json'], pair.env)
    expect(rotated.code).toBe(0)
    for (const at of [0, 1]) await expect.poll(() => entered(at), REVOKED_WITHIN).toBe(401)
    pair.credentials = { client_id, ...(JSON.parse(rotated.out) as { client_secret: string }) }
    await pair.signIn(1)
    expect([await entered(0), await entered(1)]).toEqual([200, 200])
  })

  test('is out within 5 seconds at both, once the tokens of the signing key are revoked', async () => {
    expect([await entered(0), await entered(1)]).toEqual([200, 200])
    expect((await runCommandHere(['keys', 'rotate', '--revoke-tokens'], pair.env)).code).toBe(0)
    for (const at of [0, 1]) await expect.poll(() => entered(at), REVOKED_WITHIN).toBe(401)
    for (const at of [0, 1]) {
      await pair.signIn(at)
      expect([await entered(0), await entered(1)]).toEqual([200, 200])
    }
  })
})

/** What the merchant's token is answered. */
const entered = async (at: number): Promise<number> =>
  (await pair.asMerchant(at, '/notifications/v1/subscriptions')).status
