import { WEBHOOK_HEADERS, type WebhookEvent } from '@coinslot/contract'
import { importSigningKey, signedContent, toBytes } from './webhook-signature.ts'

export interface SignedWebhook {
  /** To be sent as it is. */
  readonly body: string
  readonly headers: Record<string, string>
}

/**
 * Signs an event as the service would, for a merchant's own tests. A string is taken as the body as it is.
 * @param options `id` default the event's; `timestamp` default now.
 */
export const signTestWebhook = async (
  event: WebhookEvent | string,
  signingKey: string,
  options: { readonly id?: string | undefined; readonly timestamp?: Date | undefined } = {},
): Promise<SignedWebhook> => {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const id = options.id ?? (typeof event === 'string' ? crypto.randomUUID() : event.id)
  const timestamp = String(Math.floor((options.timestamp ?? new Date()).getTime() / 1000))
  const key = await importSigningKey(signingKey, 'sign')
  const signature = await crypto.subtle.sign('HMAC', key, signedContent(id, timestamp, toBytes(body)))
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [WEBHOOK_HEADERS.id]: id,
      [WEBHOOK_HEADERS.timestamp]: timestamp,
      [WEBHOOK_HEADERS.signature]: `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    },
  }
}
