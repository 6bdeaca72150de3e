import { z } from 'zod'
import { envelope } from './envelope.ts'
import type { ErrorStatus } from './errors.ts'
import { kycRequestSchema, kycSchema } from './kyc.ts'
import { manifestSchema } from './manifest.ts'
import {
  paymentIntentRequestSchema,
  paymentIntentSchema,
  redirectSchema,
  statusesRequestSchema,
  statusesSchema,
} from './payment-intent.ts'
import { type Permission, tokenRequestSchema, tokenSchema } from './token.ts'
import {
  deliveriesQuerySchema,
  deliveriesSchema,
  deliveryParamsSchema,
  deliverySchema,
  replayQuerySchema,
  replaySchema,
  subscriptionCreateSchema,
  subscriptionParamsSchema,
  subscriptionPatchSchema,
  subscriptionSchema,
  testResultSchema,
} from './webhooks.ts'

/** One operation of the merchant's API: its route, its document, the SDK's types and the docs table are made from this. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path template, with parameters in braces. */
  readonly path: string
  /** Other paths that mean the same. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly tag: 'Authentication' | 'Payments' | 'Compliance' | 'Widget' | 'Notifications'
  /** What the token must allow: `any` for every valid token, null where none is asked for. */
  readonly permission: Permission | 'any' | null
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Schemas of the whole body by success status; null for an empty one. */
  readonly success: Readonly<Record<number, z.ZodType | null>>
  /** Error statuses of this operation's own, beside COMMON_ERRORS. */
  readonly errors: readonly ErrorStatus[]
}

/** Statuses that any operation may answer with. @see decisions.md §1 */
export const COMMON_ERRORS = [400, 401, 408, 413, 415, 429, 500, 503] as const satisfies readonly ErrorStatus[]

const subscriptionId = { params: subscriptionParamsSchema, permission: 'notifications', tag: 'Notifications' } as const
const oneSubscription = { 200: envelope(subscriptionSchema) }

/** @see service.md, "Endpoints"; decisions.md §2–7 */
export const operations = {
  issueToken: {
    method: 'POST',
    path: '/auth/v1/oauth2/token',
    aliases: ['/auth/v1/oauth2/tokens'],
    summary: 'Exchange client credentials for an access token',
    tag: 'Authentication',
    permission: null,
    body: tokenRequestSchema,
    success: { 201: envelope(tokenSchema) },
    errors: [401, 429],
  },
  createIntent: {
    method: 'POST',
    path: '/payments/v2/intent',
    summary: 'Create a payment intent for the widget',
    tag: 'Payments',
    permission: 'payments',
    body: paymentIntentRequestSchema,
    success: { 200: envelope(paymentIntentSchema), 201: envelope(paymentIntentSchema) },
    errors: [400, 404, 409],
  },
  createRedirectIntent: {
    method: 'POST',
    path: '/payments/v2/intent/redirect',
    summary: 'Create a payment intent for the hosted page',
    tag: 'Payments',
    permission: 'payments',
    body: paymentIntentRequestSchema,
    success: { 201: envelope(redirectSchema) },
    errors: [400, 404, 409],
  },
  getStatuses: {
    method: 'POST',
    path: '/payments/v1/payments/statuses',
    summary: 'Read the statuses of up to 100 intents',
    tag: 'Payments',
    permission: 'payments',
    body: statusesRequestSchema,
    success: { 200: envelope(statusesSchema) },
    errors: [400, 404],
  },
  startKyc: {
    method: 'POST',
    path: '/compliance/v2/kyc',
    summary: 'Start or resume a KYC session',
    tag: 'Compliance',
    permission: 'compliance',
    body: kycRequestSchema,
    success: { 200: envelope(kycSchema) },
    errors: [400, 403, 404],
  },
  getManifest: {
    method: 'GET',
    path: '/payments/v1/widget/manifest',
    summary: 'Read the current widget script and its digest',
    tag: 'Widget',
    permission: 'any',
    success: { 200: envelope(manifestSchema) },
    errors: [404],
  },
  listSubscriptions: {
    method: 'GET',
    path: '/notifications/v1/subscriptions',
    summary: 'List webhook subscriptions',
    tag: 'Notifications',
    permission: 'notifications',
    success: { 200: envelope(z.array(subscriptionSchema)) },
    errors: [400, 401],
  },
  createSubscription: {
    method: 'POST',
    path: '/notifications/v1/subscriptions',
    summary: 'Create a webhook subscription',
    tag: 'Notifications',
    permission: 'notifications',
    body: subscriptionCreateSchema,
    success: { 201: envelope(subscriptionSchema) },
    errors: [400, 401, 429],
  },
  updateSubscription: {
    method: 'PATCH',
    path: '/notifications/v1/subscriptions/{id}',
    summary: "Change a subscription's endpoint, description or types of events",
    ...subscriptionId,
    body: subscriptionPatchSchema,
    success: oneSubscription,
    errors: [400, 401, 404],
  },
  deleteSubscription: {
    method: 'DELETE',
    path: '/notifications/v1/subscriptions/{id}',
    summary: 'Delete a subscription',
    ...subscriptionId,
    success: { 204: null },
    errors: [400, 401, 404],
  },
  testSubscription: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/test',
    summary: 'Send a test webhook and wait for the answer',
    ...subscriptionId,
    success: { 200: envelope(testResultSchema) },
    errors: [400, 401, 404, 429, 502],
  },
  enableSubscription: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/enable',
    summary: 'Enable a subscription',
    ...subscriptionId,
    success: oneSubscription,
    errors: [400, 401, 404, 429],
  },
  disableSubscription: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/disable',
    summary: 'Disable a subscription',
    ...subscriptionId,
    success: oneSubscription,
    errors: [400, 401, 404],
  },
  rotateSubscriptionKey: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/rotate-key',
    summary: 'Give a subscription a new signing key; both sign for 24 hours',
    ...subscriptionId,
    success: oneSubscription,
    errors: [400, 401, 404, 429],
  },
  listDeliveries: {
    method: 'GET',
    path: '/notifications/v1/subscriptions/{id}/deliveries',
    summary: 'Read deliveries and their attempts, newest first',
    ...subscriptionId,
    query: deliveriesQuerySchema,
    success: { 200: envelope(deliveriesSchema) },
    errors: [400, 401, 404],
  },
  replayDelivery: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/deliveries/{delivery_id}/replay',
    summary: 'Deliver one event again',
    tag: 'Notifications',
    permission: 'notifications',
    params: deliveryParamsSchema,
    success: { 200: envelope(deliverySchema) },
    errors: [400, 401, 404],
  },
  replaySubscription: {
    method: 'POST',
    path: '/notifications/v1/subscriptions/{id}/replay',
    summary: 'Deliver every event again that has not arrived since a time',
    ...subscriptionId,
    query: replayQuerySchema,
    success: { 200: envelope(replaySchema) },
    errors: [400, 401, 404],
  },
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations
/** What a caller sends as the body of an operation. */
export type RequestBody<Id extends OperationId> = (typeof operations)[Id] extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : never
type SuccessBody<S> = { [K in keyof S]: S[K] extends z.ZodType ? z.output<S[K]> : null }[keyof S]
/** The `data` of an operation's answer. */
export type ResponseData<Id extends OperationId> =
  SuccessBody<(typeof operations)[Id]['success']> extends infer B ? (B extends { data: infer D } ? D : null) : never
