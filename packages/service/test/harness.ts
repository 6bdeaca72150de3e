import { type ErrorEnvelope, tokenSchema } from '@coinslot/contract'
import type { z } from 'zod'
import { noteForFailures } from '@coinslot/tooling/failures'
import { type ClientOptions, createClient, type Credentials } from '../src/auth/create-client.ts'
import type { Config } from '../src/platform/config.ts'
import type { ServiceOverrides } from '../src/composition/create-deps.ts'
import { type Service, startService } from '../src/composition/service.ts'
import { createLogger } from '../src/platform/log.ts'
import type { WidgetBundle } from '../src/widget/bundle.ts'
import { assertNoSecrets } from './assert-no-secrets.ts'
import type { Database } from '../src/db/database.ts'
import { openTestDatabase, testDatabase } from './databases.ts'
import type { MovableClock } from '../src/sandbox/movable-clock.ts'
import { createTestClock } from './test-clock.ts'

/** An answer, read whole. */
export interface TestAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; `undefined` where it is none. */
  readonly json: { data?: unknown; error?: ErrorEnvelope['error'] } | undefined
  /** The `data` of a success, checked against its schema. */
  data<T extends z.ZodType>(schema: T): z.output<T>
}

export interface TestRequest {
  readonly method?: string
  /** Sent as JSON, unless it is a string. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Access token; that of the first merchant by default, null for none. */
  readonly token?: string | null
  /** Bytes to send as they are, in place of a body. */
  readonly raw?: Buffer
  /** Bytes to send as they come, in place of a body. */
  readonly stream?: ReadableStream<Uint8Array>
  /** Cuts the connection. */
  readonly signal?: AbortSignal
  /** Where to, in place of the service's own address. */
  readonly at?: string
}

export interface TestMerchant extends Credentials {
  readonly token: string
}

export interface TestService {
  readonly baseUrl: string
  readonly service: Service
  /** All that serve: this one, and the second where there is one. */
  readonly services: readonly Service[]
  readonly deps: Service['deps']
  readonly clock: MovableClock
  /** The merchant made with the service. */
  readonly merchant: TestMerchant
  /** Makes another client, with a token of its own. */
  createMerchant(options?: Partial<ClientOptions>): Promise<TestMerchant>
  /** The same client with a token that is good at the clock's present time; of the first merchant by default. */
  withFreshToken(merchant?: TestMerchant): Promise<TestMerchant>
  /** Sends a request over real HTTP; redirects are not followed. */
  request(path: string, request?: TestRequest): Promise<TestAnswer>
  post(path: string, body?: unknown, request?: TestRequest): Promise<TestAnswer>
  /** Every line the service has logged. */
  readonly logs: readonly string[]
  /** Stops it, and fails where its log holds a secret or personal data. */
  close(): Promise<void>
}

export interface HarnessOptions {
  readonly config?: Partial<Config>
  readonly merchant?: Partial<ClientOptions>
  /** In place of the widget that was built. */
  readonly widget?: WidgetBundle | null
  /** `false` where the test does by itself what the service does as time passes, and has every row to itself. Default true. */
  readonly wakesJobs?: boolean
  /** An acquirer and identity checks in place of the sandbox's. */
  readonly overrides?: Pick<ServiceOverrides, 'processor' | 'kyc'>
}

/** The key of every test's service. */
export const TEST_SECRET_KEY = 'a secret key for tests, and for tests only'

export const testConfig: Config = {
  port: 0,
  operationsPort: null,
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:0',
  mode: 'sandbox',
  database: { kind: 'embedded', dataDir: '' },
  secretKeys: [TEST_SECRET_KEY],
  allowPrivateWebhooks: true,
  logLevel: 'debug',
  trustedProxies: [],
  sanctionedCountries: ['KP'],
  drainSeconds: 0,
  dashboard: true,
  requestsPerMinute: 100_000_000,
  codesPerHour: 1_000,
  phoneCountries: [],
  module: null,
  smtp: null,
}

const parse = (text: string): TestAnswer['json'] => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends requests over real HTTP, to each of the addresses in turn; redirects are not followed. */
const requester =
  (nextAddress: () => string, defaultToken: string | null) =>
  async (
    path: string,
    { method = 'GET', body, headers = {}, token = defaultToken, raw, stream, signal, at }: TestRequest = {},
  ): Promise<TestAnswer> => {
    const response = await fetch(new URL(path, at ?? nextAddress()), {
      method,
      redirect: 'manual',
      ...(signal === undefined ? {} : { signal }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: new Uint8Array(raw) }),
      ...(stream === undefined ? {} : { body: stream, duplex: 'half' }),
    })
    const text = await response.text()
    const json = parse(text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      json,
      data: (schema) => {
        if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
        return schema.parse(json?.data)
      },
    }
  }

/**
 * With 2, on Postgres, every other request of a test goes to a second service on the same database. Tests of what each
 * process counts, keeps or stops by itself are left out then.
 */
export const isTwofold = testDatabase === 'postgres' && process.env['COINSLOT_TEST_SERVICES'] === '2'

/** Starts the whole service on a database of its own, with a clock to move and one merchant who has a token. */
export const startTestService = async (options: HarnessOptions = {}): Promise<TestService> => {
  const clock = createTestClock()
  const ownClock = options.wakesJobs === false ? { ...clock, after: () => () => undefined } : clock
  const { db, openAgain, close } = await openTestDatabase()
  const logs: string[] = []
  const log = createLogger('debug', { write: (line) => void logs.push(line) })
  const forget = noteForFailures({ name: 'service.log', text: () => logs.join('') })
  const start = (config: Partial<Config>, database: Database) =>
    startService(
      { ...testConfig, ...options.config, ...config },
      {
        ...options.overrides,
        clock: ownClock,
        db: database,
        log,
        ...(options.widget === undefined ? {} : { widget: options.widget }),
      },
    )
  const service = await start({}, db)
  const baseUrl = service.address
  const second = isTwofold && openAgain !== null ? await start({ baseUrl, ...options.config }, await openAgain()) : null
  let turn = 0
  const nextAddress = () => (second !== null && (turn += 1) % 2 === 0 ? second.address : baseUrl)
  let merchants = 0

  const issued: string[] = []
  const withToken = async (credentials: Credentials): Promise<TestMerchant> => {
    const { clientId, clientSecret } = credentials
    const body = { client_id: clientId, client_secret: clientSecret }
    const answer = await requester(nextAddress, null)('/auth/v1/oauth2/token', { method: 'POST', body })
    const token = answer.data(tokenSchema).access_token
    issued.push(clientSecret, token)
    return { ...credentials, token }
  }
  const createMerchant = async (given: Partial<ClientOptions> = {}): Promise<TestMerchant> => {
    merchants += 1
    return withToken(await createClient(db, clock, { merchant: `Merchant ${merchants}`, ...given }))
  }

  const merchant = await createMerchant(options.merchant)
  const request = requester(nextAddress, merchant.token)
  return {
    baseUrl,
    service,
    services: second === null ? [service] : [service, second],
    deps: service.deps,
    clock,
    merchant,
    createMerchant,
    withFreshToken: (given = merchant) => withToken(given),
    request,
    post: (path, body, rest = {}) => request(path, { method: 'POST', body, ...rest }),
    logs,
    close: async () => {
      await Promise.all([service.stop(), second?.stop()])
      await close()
      forget()
      assertNoSecrets(logs, issued)
    },
  }
}
