import { createDeps } from '../src/composition/create-deps.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'
import type { Database } from '../src/db/database.ts'
import { createIntent } from '../src/payments/create-intent.ts'
import { IntentCreation } from '../src/payments/creation-store.ts'
import { readIntentRequest } from '../src/payments/intent-request.ts'
import type { Clock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'

/** A failing start closes its database: here others still need it. */
const kept = (shared: Database): Database =>
  new Proxy(shared, {
    get: (target, name) => {
      if (name === 'destroy') return async () => undefined
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** What a process with these keys works with, on a database that all of them share. */
export const processOn = (
  db: Database,
  clock: Clock,
  secretKey: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<ServiceDeps> =>
  createDeps(
    { ...readConfig({ ...environment, COINSLOT_SECRET_KEY: secretKey }), logLevel: 'silent' },
    { db: kept(db), clock, widget: null, dashboard: null },
  )

/** What a merchant asks for under a key. */
export const orderOf = (key: string) => ({
  transaction_type: 'BUY_VDA' as const,
  buyer: { id: 'player-1', email: 'ada@example.com' },
  currency: 'USD' as const,
  idempotency_key: key,
  items: [{ id: 'gold', title: '100 gold', amount: '9.99' }],
})

/** The request of a client, as the API takes it. */
export const request = async (deps: ServiceDeps, { clientId }: { readonly clientId: string }, key: string) => {
  const client = await deps.clients.get(clientId)
  if (client === null) throw new Error('no such client')
  const principal = { merchantId: client.merchantId, clientId, permissions: client.permissions, client }
  const order = orderOf(key)
  const asked = readIntentRequest(deps, { mode: 'widget', body: order, received: order, principal, country: null })
  return createIntent(deps, new IntentCreation(deps.db, 1, deps.mailer !== null), asked)
}
