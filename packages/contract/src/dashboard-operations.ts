import { z } from 'zod'
import type { DashboardOperationId } from './dashboard.ts'
import {
  identityChecksSchema,
  identityQuerySchema,
  overviewQuerySchema,
  overviewSchema,
  requestsQuerySchema,
  requestsSchema,
} from './dashboard-insight.ts'
import { paymentDetailSchema, paymentsQuerySchema, paymentsSchema } from './dashboard-payments.ts'
import {
  auditQuerySchema,
  auditSchema,
  clientCreateSchema,
  clientRotationSchema,
  clientSecretSchema,
  clientsQuerySchema,
  clientsSchema,
  clientUpdateSchema,
  consoleAnswerSchema,
  consoleCallSchema,
  dashboardSessionSchema,
  listedQuerySchema,
  listedValueSchema,
  listedValuesSchema,
  merchantChangesSchema,
  merchantCreateSchema,
  merchantCredentialsSchema,
  merchantNamesSchema,
  merchantRowSchema,
  merchantsQuerySchema,
  merchantsSchema,
  signingKeysSchema,
} from './dashboard-settings.ts'
import {
  deliveryDetailSchema,
  revealedKeySchema,
  shownDeliveriesQuerySchema,
  shownDeliveriesSchema,
  shownSubscriptionsSchema,
  subscriptionsQuerySchema,
} from './dashboard-webhooks.ts'
import { timestampSchema, uuidSchema } from './primitives.ts'
import {
  eventTypeSchema,
  replaySchema,
  subscriptionCreateSchema,
  subscriptionPatchSchema,
  testResultSchema,
} from './webhooks.ts'

// The private API between the dashboard's pages and the service. Not part of the merchant's contract; may change with the pages.

export type * from './dashboard-insight.ts'
export type * from './dashboard-payments.ts'
export { shownNameSchema } from './dashboard-settings.ts'
export type * from './dashboard-settings.ts'
export type * from './dashboard-webhooks.ts'

/** What goes into an operation and what comes out; the answer is the `data` of the envelope. */
export interface DashboardSchemas {
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly answer: z.ZodType
}

const done = z.object({ done: z.literal(true) })
const byId = { params: z.object({ id: uuidSchema }) }
const byName = { params: z.object({ id: z.string().max(255) }) }

export const dashboardOperations = {
  readSession: { answer: dashboardSessionSchema },
  readOverview: { query: overviewQuerySchema, answer: overviewSchema },
  listPayments: { query: paymentsQuerySchema, answer: paymentsSchema },
  readPayment: { ...byId, answer: paymentDetailSchema },
  listSubscriptions: { query: subscriptionsQuerySchema, answer: shownSubscriptionsSchema },
  listDeliveries: { query: shownDeliveriesQuerySchema, answer: shownDeliveriesSchema },
  readDelivery: { ...byId, answer: deliveryDetailSchema },
  listRequests: { query: requestsQuerySchema, answer: requestsSchema },
  listIdentityChecks: { query: identityQuerySchema, answer: identityChecksSchema },
  listClients: { query: clientsQuerySchema, answer: clientsSchema },
  listAudit: { query: auditQuerySchema, answer: auditSchema },
  /** A merchant's session: itself alone. */
  listMerchants: { query: merchantsQuerySchema, answer: merchantsSchema },
  /** The same. */
  readMerchantNames: { answer: merchantNamesSchema },
  listBans: { query: listedQuerySchema, answer: listedValuesSchema },
  listFlaggedWallets: { query: listedQuerySchema, answer: listedValuesSchema },
  listSigningKeys: { answer: signingKeysSchema },

  signOut: { answer: done },
  createSubscription: {
    body: subscriptionCreateSchema.omit({ status: true }).extend({ merchant: uuidSchema.optional() }),
    answer: revealedKeySchema,
  },
  updateSubscription: { ...byId, body: subscriptionPatchSchema, answer: done },
  testSubscription: { ...byId, answer: testResultSchema },
  enableSubscription: { ...byId, answer: done },
  disableSubscription: { ...byId, answer: done },
  rotateSubscriptionKey: { ...byId, answer: revealedKeySchema },
  replaySince: { ...byId, body: z.object({ since: timestampSchema }), answer: replaySchema },
  replayDelivery: { ...byId, answer: done },
  createClient: { body: clientCreateSchema, answer: clientSecretSchema },
  updateClient: { ...byName, body: clientUpdateSchema, answer: done },
  rotateClient: { ...byName, body: clientRotationSchema, answer: clientSecretSchema },
  disableClient: { ...byName, answer: done },
  createMerchant: { body: merchantCreateSchema, answer: merchantCredentialsSchema },
  updateMerchant: { ...byId, body: merchantChangesSchema, answer: merchantRowSchema },
  addBan: { body: listedValueSchema, answer: done },
  removeBan: { body: listedValueSchema, answer: done },
  flagWallet: { body: listedValueSchema, answer: done },
  unflagWallet: { body: listedValueSchema, answer: done },
  rotateSigningKey: { answer: done },
  makeSampleEvent: {
    body: z.object({ merchant: uuidSchema.optional(), type: eventTypeSchema }),
    answer: z.object({ event_id: z.string() }),
  },
  expirePayment: { ...byId, answer: done },
  callOperation: { body: consoleCallSchema, answer: consoleAnswerSchema },
} as const satisfies Record<DashboardOperationId, DashboardSchemas>

/** What a page is answered. */
export type DashboardAnswer<Id extends DashboardOperationId> = z.output<(typeof dashboardOperations)[Id]['answer']>
