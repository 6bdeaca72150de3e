import { CONSOLE_OPERATIONS } from '@coinslot/contract/dashboard-console'
import type { FastifyInstance } from 'fastify'
import { disabledRefusal } from '../auth/create-client.ts'
import { findClient } from '../auth/client-store.ts'
import { expireIntentNow } from '../cards/expire-intents.ts'
import { ApiError } from '../http/api-error.ts'
import { findPaymentRow } from '../payments/history-store.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { sampleEvent } from '../webhooks/sample-event.ts'
import { type Call, type DashboardBinder, DONE, notFound, oneMerchant } from './bind-dashboard.ts'
import type { DashboardDeps } from './deps.ts'
import { mayTouch } from './session-rules.ts'

/** Headers of an answer that tell a developer something; what only browsers need is left out. */
const SHOWN_HEADERS = /^(content-type|x-request-id|idempotent-replayed|etag|retry-after|ratelimit-.*|www-authenticate)$/

type ConsoleBody = Call<'callOperation'>['body']

const addressOf = ({ operation, params, query }: ConsoleBody) => {
  const found = CONSOLE_OPERATIONS.find(({ id }) => id === operation)
  if (found === undefined) throw new ApiError(400, 'operation: must be one of the console', { code: 'ERR02' })
  const path = found.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  return { method: found.method, path: search === '' ? path : `${path}?${search}` }
}

/** What developers try in sandbox mode: events, time that is up, and requests of their own. */
export const sandboxRoutes = (bind: DashboardBinder, app: FastifyInstance, deps: DashboardDeps): void => {
  const { db, clock } = deps

  bind.act('makeSampleEvent', async ({ session, body }) => {
    const merchantId = oneMerchant(session, body.merchant)
    const id = await recordEvent(db, sampleEvent(body.type, merchantId, clock.now()))
    deps.wakeDeliveries()
    return { data: { event_id: id }, merchantId, subject: id }
  })

  bind.act('expirePayment', async ({ session, params }) => {
    const payment = await findPaymentRow(db, params.id, clock.now())
    if (payment === null || !mayTouch(session.scope, payment.merchant_id)) throw notFound()
    if (payment.status !== 'Created') throw new ApiError(400, `This payment is ${payment.status} already`)
    await expireIntentNow(deps, payment.id)
    return { data: DONE, merchantId: payment.merchant_id }
  })

  /** The request goes the whole way that a merchant's own goes, with a token of the client's. */
  bind.act('callOperation', async ({ session, body }) => {
    const client = await findClient(db, body.client_id)
    if (client === null || !mayTouch(session.scope, client.merchantId)) throw notFound()
    const refusal = disabledRefusal(client)
    if (refusal !== null) throw new ApiError(400, refusal)
    const { method, path } = addressOf(body)
    const { access_token } = await deps.tokens.issue(client)
    const started = performance.now()
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${access_token}`,
        ...(body.body === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(body.body === '' ? {} : { payload: body.body }),
    })
    const headers = Object.entries(answer.headers).filter(([name]) => SHOWN_HEADERS.test(name))
    return {
      data: {
        method,
        path,
        status: answer.statusCode,
        duration_ms: Math.round((performance.now() - started) * 100) / 100,
        headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
        body: answer.body,
      },
      merchantId: client.merchantId,
      subject: body.operation,
    }
  })
}
