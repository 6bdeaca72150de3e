import type { Kyc, PaymentIntent, Redirect, Subscription } from '@coinslot/contract'
import { toNodeListener } from '../adapters/node-http.ts'
import { type Client, createClient } from '../client.ts'
import type { Handler } from '../handler.ts'
import {
  type Buyer,
  type Credentials,
  loadService,
  type MovableClock,
  type SandboxClientOptions,
} from './service-module.ts'

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
  /** Moves time past the end of every open intent; each sends its `payment_expired`. */
  expireIntents(): Promise<void>
  /** Serves a handler on this machine and subscribes it to the merchant's events. */
  receive(handler: Handler): Promise<Receiver>
  /** Makes another client, of another merchant unless `merchant` is the `merchantId` of a known one. */
  createClient(options?: SandboxClientOptions): Promise<{ readonly client: Client; readonly credentials: Credentials }>
  stop(): Promise<void>
}

/**
 * Starts `@coinslot/service` in this process, on a database in memory and a free port of the loopback address.
 * @param options the merchant's client; `start` is the clock's first time, default now.
 * @throws Error where `@coinslot/service` is not installed.
 */
export const startSandbox = async (
  options: SandboxClientOptions & { readonly start?: Date } = {},
): Promise<Sandbox> => {
  const { start, ...clientOptions } = options
  const service = await (await loadService()).startSandbox(start)
  const { address, clock } = service
  const signingKeys: string[] = []
  let merchants = 0

  const connect = async (given: SandboxClientOptions) => {
    const credentials = await service.createClient({ merchant: `Merchant ${++merchants}`, ...given })
    return { client: createClient({ ...credentials, baseUrl: address, telemetry: false }), credentials }
  }
  const { client, credentials } = await connect(clientOptions)

  return {
    baseUrl: address,
    credentials,
    client,
    clock,
    handlerOptions: { client, webhookKeys: () => signingKeys, now: () => clock.now() },
    buyer: service.buyer,
    expireIntents: service.expireIntents,
    async receive(handler) {
      const url = await service.listen(toNodeListener(handler))
      const { data } = await client.subscriptions.create({ endpoint: `${url}${handler.basePath}/webhook` })
      signingKeys.push(data.signing_key)
      return { url, subscription: data }
    },
    createClient: (given = {}) => connect(given),
    stop: service.stop,
    [Symbol.asyncDispose]: service.stop,
  }
}
