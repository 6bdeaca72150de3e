import { randomUUID } from 'node:crypto'
import { CHECKOUT_LOGOS, CHECKOUT_PHONE, CHECKOUT_PICTURES, operations } from '@coinslot/contract'
import { DASHBOARD_PATH, DASHBOARD_SIGN_IN } from '@coinslot/contract/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DASHBOARD_COOKIE } from '../dashboard/session-cookie.ts'
import { sessionToken } from '../auth/session-token.ts'
import { PHONE_COOKIE } from '../checkout/phone-cookie.ts'
import { onStrangersBehalf } from '../db/behalf.ts'
import { poolUseOf } from '../db/pool-use.ts'
import { findShared } from '../widget/shared-files.ts'
import { testDatabase } from '../../test/databases.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false })
})
afterAll(() => service.close())

const MANY = 24
const FAILURES_OF_AN_ADDRESS = 100
const CONNECTIONS = testDatabase === 'embedded' ? 1 : 8

/** Holds every connection, each until it is told to let go. */
const holdConnections = (): Promise<(() => void)[]> =>
  Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<() => void>((resolve) => {
          const hold = () => new Promise<void>((letGo) => resolve(letGo))
          void service.deps.db.connection().execute(hold)
        }),
    ),
  )

const waiting = (): number => poolUseOf(service.deps.db)?.waiting ?? 0

const get = (path: string, cookie = '') => service.request(path, { token: null, headers: { cookie } })
const tokenOf = (kind: 'picture' | 'phone'): string => sessionToken(service.deps.secrets, kind, randomUUID())

const POSTGRES = { kind: 'postgres', url: '', poolSize: CONNECTIONS } as const

/** How many of many strangers still wait for the one connection that is left once something else has been read. */
const waitingAfter = async (strangers: () => Promise<unknown>, read: () => Promise<unknown>): Promise<number> => {
  const [letOneGo, ...letGo] = await holdConnections()
  const asking = Array.from({ length: MANY }, strangers)
  await expect.poll(waiting).toBe(MANY)
  const left = read().then(waiting)
  letOneGo?.()
  await left
  for (const each of letGo) each()
  await Promise.all(asking)
  return left
}

test.skipIf(isTwofold).each<[string, (name: string) => Promise<unknown>]>([
  ['a token', (name) => service.post(operations.issueToken.path, { client_id: name, client_secret: 'x' })],
  ['a checkout’s document', (name) => get(`/checkout/frame/${name}`)],
  ['a payment’s page', (name) => get(`/pay/${randomUUID()}?redirect_token=${name}`)],
  ['a logo', (name) => get(`${CHECKOUT_LOGOS}/${name}`)],
  ['a picture', () => get(`${CHECKOUT_PICTURES}/${tokenOf('picture')}`)],
  ['the page of a phone', () => get(CHECKOUT_PHONE, `${PHONE_COOKIE}=${tokenOf('phone')}`)],
  ['a session of the dashboard', (name) => get(`${DASHBOARD_SIGN_IN}?token=${name}`)],
  ['the dashboard', (name) => get(DASHBOARD_PATH, `${DASHBOARD_COOKIE}=${name}`)],
  [
    'a file of another version',
    (name) => findShared({ ...service.deps, config: { ...service.deps.config, database: POSTGRES } }, name),
  ],
])('many strangers who ask for %s leave others their turns at the database', async (_name, ask) => {
  const strangers = () => ask(`nobody_${randomUUID()}`)
  const read = () => sql`select 1`.execute(service.deps.db)
  expect(await waitingAfter(strangers, read)).toBeGreaterThan(MANY / 2)
})

test.skipIf(isTwofold).each<[string, () => Promise<unknown>]>([
  ['a client that is known', () => service.deps.clients.read(service.merchant.clientId)],
  ['the keys of tokens', () => service.deps.keys.latest()],
])('%s: read for all who ask meanwhile, though a stranger asked first', async (_name, read) => {
  const strangers = () => get(`/checkout/frame/nobody_${randomUUID()}`)
  expect(await waitingAfter(strangers, () => onStrangersBehalf(read))).toBeGreaterThan(MANY / 2)
})

test.skipIf(isTwofold)('who has failed too often leaves other strangers their turns', async () => {
  const fail = () =>
    service.post(operations.issueToken.path, { client_id: `nobody_${randomUUID()}`, client_secret: 'x' })
  await Promise.all(Array.from({ length: FAILURES_OF_AN_ADDRESS }, fail))
  const read = () => onStrangersBehalf(() => sql`select 1`.execute(service.deps.db))
  expect(await waitingAfter(fail, read)).toBeGreaterThan(MANY / 2)
})
