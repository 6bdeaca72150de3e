import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { PaymentRow } from '@coinslot/contract/dashboard-operations'
import { listAttemptHistory } from '../cards/attempt-history-store.ts'
import { findCheckOfIntent } from '../kyc/history-store.ts'
import { findRequest } from '../payments/asked-store.ts'
import { findPaymentRow, listPayments } from '../payments/history-store.ts'
import { findOpening } from '../payments/opening-store.ts'
import { listDeliveriesOf, listEventsAbout, listSubscriptionRecords } from '../webhooks/insight-store.ts'
import { type Call, type DashboardBinder, merchantOf, notFound } from './bind-dashboard.ts'
import { decodePosition, encodePosition, endOf } from './cursor-rules.ts'
import { exchangeOf } from './exchange-rules.ts'
import { readCursor } from './read-cursor.ts'
import type { DashboardDeps } from './deps.ts'
import { merchantIdsOf } from './merchants.ts'
import { mayTouch } from './session-rules.ts'
import { timelineOf } from './timeline-rules.ts'

/** The payments, and what happened to one of them. */
export const paymentRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const { db, clock } = deps

  bind.read('listPayments', async ({ session, query }) => {
    const { rows, ...end } = await listPayments(db, {
      merchantIds: await merchantIdsOf(deps, merchantOf(session, query.merchant)),
      filter: query,
      before: readCursor(decodePosition, query.cursor),
      limit: query.limit,
      searchedRows: DASHBOARD_LIMITS.searchedRows,
      now: clock.now(),
    })
    return {
      payments: [...rows],
      ...endOf(end, encodePosition),
    }
  })

  const requirePayment = async ({ params, session }: Call<'readPayment'>): Promise<PaymentRow> => {
    const payment = await findPaymentRow(db, params.id, clock.now())
    if (payment === null || !mayTouch(session.scope, payment.merchant_id)) throw notFound()
    return payment
  }

  const eventsOf = async (payment: PaymentRow, kycPassedAt: Date | null) => {
    const ends = payment.finalised_at === null ? [] : [new Date(payment.finalised_at)]
    const at = [...ends, ...(kycPassedAt === null ? [] : [kycPassedAt])]
    return listEventsAbout(db, { merchantId: payment.merchant_id, subject: payment.id, at })
  }

  bind.read('readPayment', async (call) => {
    const payment = await requirePayment(call)
    const [request, openedAt, check, cards, subscriptions] = await Promise.all([
      findRequest(db, payment.id),
      findOpening(db, payment.id),
      findCheckOfIntent(db, payment.id),
      listAttemptHistory(db, payment.id),
      listSubscriptionRecords(db, [payment.merchant_id]),
    ])
    if (request === null) throw notFound()
    const events = await eventsOf(payment, check?.decidedAt ?? null)
    const endpoints = new Map(subscriptions.map((each) => [each.id, each]))
    const found = (await Promise.all(events.map((event) => listDeliveriesOf(db, subscriptions, event)))).flat()
    const deliveries = found.map((delivery) => {
      const subscription = endpoints.get(delivery.subscriptionId)
      const isEnabled = subscription?.status === 'enabled'
      const nextAttemptAt = isEnabled ? delivery.dueAt : null
      return { ...delivery, endpoint: subscription?.endpoint ?? '', isEnabled, nextAttemptAt }
    })
    return {
      payment,
      timeline: timelineOf({ payment, openedAt, check, cards, events, deliveries }),
      deliveries: deliveries.map((delivery) => ({
        id: delivery.id,
        event_id: delivery.eventId,
        event_type: delivery.eventType,
        subscription_id: delivery.subscriptionId,
        endpoint: delivery.endpoint,
        status: delivery.status,
        subscription_enabled: delivery.isEnabled,
      })),
      exchange: exchangeOf(payment, request, deps.config.baseUrl),
    }
  })
}
