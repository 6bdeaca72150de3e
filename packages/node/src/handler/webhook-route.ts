import type { WebhookEvent } from '@coinslot/contract'
import { WebhookVerificationError } from '../errors.ts'
import type { EventStore } from '../event-store.ts'
import { verifyWebhook } from '../verify-webhook.ts'
import { readBody } from './read-body.ts'
import { respondError, respondJson } from './respond.ts'

/** Keys as they are, or a function that reads them anew for each webhook. */
export type WebhookKeys =
  | string
  | readonly string[]
  | (() => Promise<string | readonly string[]> | string | readonly string[])

/** @internal */
export interface WebhookRouteOptions {
  readonly keys: WebhookKeys
  readonly store: EventStore
  readonly onEvent: (event: WebhookEvent) => Promise<void> | void
  readonly onError: (error: unknown) => void
  readonly toleranceSeconds: number | undefined
  readonly now: () => Date
}

const BODY_LIMIT_BYTES = 1_048_576

const acknowledged = () => respondJson(200, '{"data":{"received":true}}')

/** `POST webhook`: 2xx only for an event whose hook has succeeded, now or before. @internal */
export const createWebhookRoute = ({ keys, onError, onEvent, store, toleranceSeconds, now }: WebhookRouteOptions) => {
  const actOnce = async (event: WebhookEvent): Promise<Response> => {
    const claim = await store.claim(event.id)
    if (claim === 'done') return acknowledged()
    if (claim === 'busy') return respondError(409, 'This event is being handled', { 'retry-after': '5' })
    try {
      const answer = (await onEvent(event)) as Partial<Response> | undefined
      // A fetch that is handed on and was refused: nothing has been delivered.
      if (answer?.ok === false) throw new Error(`onEvent got ${answer.status}`)
    } catch (error) {
      onError(error)
      await store.release(event.id)
      return respondError(500, 'The event could not be handled')
    }
    try {
      await store.complete(event.id)
    } catch (error) {
      onError(error)
    }
    return acknowledged()
  }

  return async (request: Request): Promise<Response> => {
    const body = await readBody(request, BODY_LIMIT_BYTES)
    if (body === undefined) return respondError(413, 'The body is too large')
    try {
      const currentKeys = typeof keys === 'function' ? await keys() : keys
      return await actOnce(await verifyWebhook(body, request.headers, currentKeys, { toleranceSeconds, now: now() }))
    } catch (error) {
      onError(error)
      if (!(error instanceof WebhookVerificationError)) return respondError(500, 'The event could not be handled')
      if (error.reason === 'unknown_event') return acknowledged()
      return respondError(401, error.message)
    }
  }
}
