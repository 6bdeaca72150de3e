import {
  createClient,
  createHandler,
  isCoinslotError,
  renderTags,
  signTestWebhook,
  verifyWebhook,
} from '@coinslot/node'
import { PURCHASE } from '../purchase.ts'
import { APPROVED, KEY } from '../webhook-fixtures.ts'

/** What the SDK did on this runtime, against a service at `baseUrl`; compared with what it does on every other. */
export const smoke = async (baseUrl: string): Promise<Record<string, unknown>> => {
  const client = createClient({ clientId: 'client-1', clientSecret: 'secret', baseUrl })
  const intents = await Promise.all(Array.from({ length: 10 }, () => client.intents.create(PURCHASE)))
  const { data: manifest } = await client.widget.manifest()
  const unreachable = createClient({
    clientId: 'c',
    clientSecret: 's',
    baseUrl: 'http://127.0.0.1:1',
    retry: { maxRetries: 0 },
  })
  const failure: unknown = await unreachable.widget.manifest().catch((error: unknown) => error)
  const slow: unknown = await client.kyc
    .start(
      { action: { level: 1, type: 'OCC_RULES_ENGINE' }, customer: { wallet: { address: '0x1', blockchain: 'x' } } },
      { timeoutMs: 50, maxRetries: 0 },
    )
    .catch((error: unknown) => error)

  const events: string[] = []
  const handler = createHandler({
    client,
    webhookKeys: KEY,
    resolveIntent: () => PURCHASE,
    onEvent: (event) => void events.push(event.id),
    onError: () => undefined,
  })
  const at = (path: string, init?: RequestInit) => handler(new Request(`https://shop.test/coinslot/${path}`, init))
  const signed = await signTestWebhook(APPROVED, KEY)
  const json = { 'content-type': 'application/json' }
  const answers = [
    await at('manifest'),
    await at('intent', { method: 'POST', body: '{}', headers: json }),
    await at('intent', { method: 'POST', body: '{}', headers: { ...json, origin: 'https://evil.test' } }),
    await at('webhook', { method: 'POST', ...signed }),
    await at('webhook', { method: 'POST', ...signed }),
    await at('webhook', { method: 'POST', ...signed, body: `${signed.body} ` }),
  ]
  return {
    intents: new Set(intents.map(({ body }) => body)).size,
    manifest: manifest.file_name,
    failure: isCoinslotError(failure) && failure.code,
    slow: isCoinslotError(slow) && slow.code,
    tags: renderTags({ data: manifest, script_url: client.widget.scriptUrl(manifest) }).length > 0,
    answers: answers.map(({ status }) => status),
    events,
    verified: (await verifyWebhook(signed.body, signed.headers, KEY)).type,
  }
}
