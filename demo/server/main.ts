import { join } from 'node:path'
import { createClient, createHandler, renderTags } from '@coinslot/node'
import { toNodeListener } from '@coinslot/node/node-http'
import { findItem } from './catalogue.ts'
import { Ledger } from './ledger.ts'
import { LivePages } from './live.ts'
import { newReference, OpenPurchases } from './open-purchases.ts'
import { purchaseOf } from './player.ts'
import { receive } from './receive.ts'
import { resolveIntent, resolveKyc } from './resolvers.ts'
import { readSettings, type Settings } from './settings.ts'
import { createShop } from './shop.ts'
import { ensureSubscription } from './subscription.ts'

const openShop = async (settings: Settings) => {
  const { url, serviceUrl, clientId, clientSecret, dataDir, port } = settings
  const client = createClient({ baseUrl: serviceUrl, clientId, clientSecret })
  const ledger = await Ledger.open(join(dataDir, 'ledger.jsonl'))
  const live = new LivePages()
  const purchases = new OpenPurchases()
  const handler = createHandler({
    client,
    resolveIntent: resolveIntent(url, purchases),
    resolveKyc,
    onEvent: (event) => {
      if ('reference' in event.data && event.data.reference !== null) purchases.end(event.data.reference)
      return receive(event, ledger, live)
    },
    webhookKeys: await ensureSubscription(client, `http://127.0.0.1:${port}/coinslot/webhook`),
  })
  const server = createShop({
    serviceUrl,
    ledger,
    live,
    coinslot: toNodeListener(handler),
    async headTags(nonce) {
      const { data } = await client.widget.manifest()
      return renderTags({ data, script_url: client.widget.scriptUrl(data), client_id: client.clientId }, { nonce })
    },
    async statusOf(intentId) {
      const { data } = await client.payments.statuses([intentId])
      return data[0]?.status ?? null
    },
    async payOnHostedPage(itemId) {
      const item = findItem(itemId)
      if (!item) return null
      const { data } = await client.intents.createRedirect(purchaseOf(item, url, newReference()))
      return data.redirect_url
    },
  })
  const close = async (): Promise<void> => {
    live.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    await ledger.close()
  }
  return { server, close }
}

const fail = (error: unknown): never => {
  const isBusy = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`coin shop: ${isBusy ? `the port is taken: set COINSLOT_DEMO_PORT to another (${reason})` : reason}`)
  process.exit(1)
}

try {
  const settings = readSettings(process.env)
  const { server, close } = await openShop(settings)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void close().then(() => process.exit(0)))
  server.once('error', fail)
  server.listen(settings.port, '127.0.0.1', () => console.log(`The coin shop listens on ${settings.url}`))
} catch (error) {
  fail(error)
}
