import type { MovableClock } from './movable-clock.ts'

/** What a sandbox may set of its merchant's client. */
export interface SandboxClientOptions {
  /** Name of the merchant, who is made when nobody has it. */
  readonly merchant?: string | undefined
  readonly permissions?: readonly ('payments' | 'compliance' | 'notifications')[] | undefined
  /** Origins of pages that may frame the checkout. */
  readonly origins?: readonly string[] | undefined
  readonly returnUrl?: string | undefined
}

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantId: string
}

export interface SandboxConfig {
  readonly port: number
  readonly host: string
  readonly baseUrl: string
  readonly mode: 'sandbox'
  readonly database: { readonly kind: 'embedded'; readonly dataDir: string }
  readonly secretKey: string
  readonly allowPrivateWebhooks: boolean
  readonly logLevel: 'silent'
  readonly trustedProxies: readonly string[]
  readonly sanctionedCountries: readonly string[]
  readonly requestsPerMinute: number
}

/** The same options, each given or absent. */
type Exact<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The part of `@coinslot/service` that a sandbox needs; `Db` is the service's own. */
export interface ServiceModule<Db> {
  openMemoryDatabase(): Promise<Db>
  startService(
    config: SandboxConfig,
    overrides: { readonly clock: MovableClock; readonly db: Db },
  ): Promise<{ readonly address: string; stop(): Promise<void> }>
  createClient(
    db: Db,
    clock: MovableClock,
    options: { readonly merchant: string } & Exact<SandboxClientOptions>,
  ): Promise<Credentials>
}

/** The name is no literal: the service is an optional peer, loaded when a sandbox starts. */
const SERVICE_PACKAGE = ['@coinslot', 'service'].join('/')

/** @throws Error that says what to install where the package is missing. */
export const loadService = async (): Promise<ServiceModule<unknown>> => {
  try {
    return await import(SERVICE_PACKAGE)
  } catch (error) {
    throw new Error('The testing kit needs @coinslot/service: npm install --save-dev @coinslot/service', {
      cause: error,
    })
  }
}
