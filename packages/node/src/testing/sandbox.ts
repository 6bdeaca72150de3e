import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Kyc, LIMITS, type PaymentIntent, type Redirect, type Subscription } from '@coinslot/contract'
import { toNodeListener } from '../adapters/node-http.ts'
import { type Client, createClient } from '../client.ts'
import type { Handler } from '../handler.ts'
import { type Buyer, openBuyer } from './buyer.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { type Credentials, loadService, type SandboxClientOptions, type SandboxConfig } from './service-module.ts'

/** A handler that listens on this machine and is subscribed to the merchant's events. */
export interface Receiver {
  /** The origin it listens at. */
  readonly url: string
  readonly subscription: Subscription
}

/** The real service, alone with one merchant. */
export interface Sandbox extends AsyncDisposable {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly client: Client
  /** The service's time, which stands still until it is moved. */
  readonly clock: MovableClock
  /** What a handler under test shares with the sandbox: `createHandler({ ...sandbox.handlerOptions, … })`. */
  readonly handlerOptions: {
    readonly client: Client
    readonly webhookKeys: () => readonly string[]
    readonly now: () => Date
  }
  /** Acts as the buyer who was given `data`. */
  buyer(data: PaymentIntent | Redirect | Kyc): Promise<Buyer>
  /** Lets every intent that is open now expire. */
  expireIntents(): void
  /** Serves a handler on this machine and subscribes it to the merchant's events. */
  receive(handler: Handler): Promise<Receiver>
  /** Makes another client, of another merchant unless `merchant` names a known one. */
  createClient(options?: SandboxClientOptions): Promise<{ readonly client: Client; readonly credentials: Credentials }>
  stop(): Promise<void>
}

const CONFIG: SandboxConfig = {
  port: 0,
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:0',
  mode: 'sandbox',
  database: { kind: 'embedded', dataDir: '' },
  secretKey: 'the secret key of a sandbox that lives as long as one test',
  allowPrivateWebhooks: true,
  logLevel: 'silent',
  trustedProxies: [],
  sanctionedCountries: ['KP'],
  requestsPerMinute: 1_000_000,
}

const MINUTE_MS = 60_000

const listen = async (handler: Handler): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(toNodeListener(handler))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

/**
 * Starts `@coinslot/service` in this process, on a database in memory and a free port of the loopback address.
 * @param options the merchant's client; `start` is the clock's first time, default now.
 * @throws Error where `@coinslot/service` is not installed.
 */
export const startSandbox = async (
  options: SandboxClientOptions & { readonly start?: Date } = {},
): Promise<Sandbox> => {
  const service = await loadService()
  const clock = createMovableClock(options.start)
  const db = await service.openMemoryDatabase()
  const running = await service.startService(CONFIG, { clock, db })
  const signingKeys: string[] = []
  const closing: (() => Promise<void>)[] = []
  let merchants = 0

  const connect = async ({
    merchant = `Merchant ${++merchants}`,
    origins,
    permissions,
    returnUrl,
  }: SandboxClientOptions) => {
    const given = Object.entries({ origins, permissions, returnUrl }).filter(([, value]) => value !== undefined)
    const credentials = await service.createClient(db, clock, { merchant, ...Object.fromEntries(given) })
    const client = createClient({ ...credentials, baseUrl: running.address, telemetry: false })
    return { client, credentials }
  }
  const { client, credentials } = await connect(options)

  const stop = async () => {
    await Promise.all(closing.splice(0).map((close) => close()))
    await running.stop()
  }
  return {
    baseUrl: running.address,
    credentials,
    client,
    clock,
    handlerOptions: { client, webhookKeys: () => signingKeys, now: () => clock.now() },
    buyer: openBuyer,
    expireIntents: () => clock.advance(LIMITS.intentMinutes * MINUTE_MS + 1),
    async receive(handler) {
      const { close, url } = await listen(handler)
      closing.push(close)
      const { data } = await client.subscriptions.create({ endpoint: `${url}${handler.basePath}/webhook` })
      signingKeys.push(data.signing_key)
      return { url, subscription: data }
    },
    createClient: (clientOptions = {}) => connect(clientOptions),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
