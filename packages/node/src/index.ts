export type { Client } from './client.ts'
export { createClient } from './client.ts'
export type { CallOptions, ClientOptions } from './client-options.ts'
export type { Clock } from './clock.ts'
export { type EndpointOptions, type Environment, ENVIRONMENTS } from './environment.ts'
export * from './errors.ts'
export { type Claim, createMemoryEventStore, type EventStore } from './event-store.ts'
export { createHandler, type Handler, type HandlerOptions } from './handler.ts'
export type { Resolver } from './handler/resolver-route.ts'
export type { WebhookKeys } from './handler/webhook-route.ts'
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts'
export type { IntentAnswer, IntentInput, Intents } from './intents.ts'
export type { KycSessions } from './kyc.ts'
export type { Payments, Statuses } from './payments.ts'
export { MANIFEST_ELEMENT_ID, renderTags, type RenderTagsOptions } from './render-tags.ts'
export type { RetryOptions, RetryPolicy } from './retry.ts'
export { signTestWebhook, type SignedWebhook } from './sign-test-webhook.ts'
export type { DeliveriesQuery, Replay, SubscriptionChanges, SubscriptionInput, Subscriptions } from './subscriptions.ts'
export type { Answer } from './answer.ts'
export { verifyWebhook, type VerifyOptions, type WebhookHeaders } from './verify-webhook.ts'
export type { Widget } from './widget.ts'
export type {
  Buyer,
  EventType,
  Item,
  Kyc,
  KycRequest,
  ManifestAnswer,
  PaymentIntent,
  PaymentIntentRequest,
  PaymentStatus,
  Redirect,
  ReplayProgress,
  StatusEntry,
  Subscription,
  WebhookEvent,
  WidgetManifest,
} from '@coinslot/contract'
