import { operations, type PaymentIntent, type PaymentIntentRequest, type StatusEntry } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../auth/principal.ts'
import { sessionToken } from '../auth/session-token.ts'
import { widgetData } from '../widget/widget-data.ts'
import type { PaymentDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { countryOf } from '../screening/country.ts'
import { createIntent } from './create-intent.ts'
import { IntentCreation, type StoredIntent } from './creation-store.ts'
import { readIntentRequest } from './intent-request.ts'
import type { IntentMode } from './request-rules.ts'
import { readStatuses } from './status-store.ts'

/** The same for the first answer and for every replay, byte for byte. */
const intentData = (deps: PaymentDeps, { id, clientId, errorCode }: StoredIntent): PaymentIntent => {
  if (errorCode === 'ERR01' || errorCode === 'ERR03' || errorCode === 'ERR15') {
    return { flow: 'PAYMENT', error_code: errorCode, widget_data: widgetData(deps, { clientId }), notes: [] }
  }
  const token = sessionToken(deps.secrets, 'pay', id)
  const widget_data = widgetData(deps, { clientId, token })
  return { flow: 'PAYMENT', error_code: errorCode, payment_intent_id: id, widget_data, notes: [] }
}

/** The embedded database runs one at a time; on Postgres a second is gathered and sent while one commits. */
const STATEMENTS_AT_ONCE = { embedded: 1, postgres: 2 } as const

const redirectUrl = (deps: PaymentDeps, id: string, token: string | null): string =>
  `${deps.config.baseUrl}/pay/${id}?redirect_token=${token ?? ''}`

interface CreationCall {
  readonly body: PaymentIntentRequest
  readonly principal: Principal
  readonly raw: FastifyRequest
  readonly reply: FastifyReply
}

/** @see service.md, "Endpoints"; decisions.md §3, §4 */
export const paymentRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: PaymentDeps): void => {
  const atOnce = STATEMENTS_AT_ONCE[deps.config.database.kind]
  const creation = new IntentCreation(deps.db, atOnce, deps.mailer !== null)
  const create = async (
    mode: IntentMode,
    { body, principal, raw, reply }: CreationCall,
  ): ReturnType<typeof createIntent> => {
    const country = countryOf(raw, deps.config.mode)
    const request = readIntentRequest(deps, { mode, body, received: raw.body, principal, country })
    const outcome = await createIntent(deps, creation, request)
    if (outcome.replayed) reply.header('idempotent-replayed', 'true')
    return outcome
  }

  route(app, operations.createIntent, async (call) => {
    const { intent } = await create('widget', call)
    const data = intentData(deps, intent)
    return { status: 'payment_intent_id' in data ? 201 : 200, data }
  })

  route(app, operations.createRedirectIntent, async (call) => {
    const { intent, redirectToken } = await create('redirect', call)
    return { status: 201, data: { redirect_url: redirectUrl(deps, intent.id, redirectToken) } }
  })

  route(app, operations.getStatuses, async ({ body, principal }) => {
    const ids = [...new Set(body.payment_intent_ids.map((id) => id.toLowerCase()))]
    const found = await readStatuses(deps.db, principal.merchantId, ids, deps.clock.now())
    if (found.size === 0) throw new ApiError(404, 'None of these ids is a payment intent of yours')
    const data: StatusEntry[] = []
    for (const id of ids) {
      const status = found.get(id)
      if (status !== undefined) data.push({ payment_intent_id: id, status })
    }
    return { status: 200, data }
  })
}
