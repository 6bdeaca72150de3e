import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Kyc, LIMITS, type PaymentIntent, type Redirect } from '@coinslot/contract'
import type { ClientOptions, Credentials } from '../auth/create-client.ts'
import type { Config } from '../platform/config.ts'
import { openMemoryDatabase } from '../db/open-database.ts'
import { preparedImage } from '../db/prepared-image.ts'
import { SANCTIONED_COUNTRIES } from '../platform/sanctioned-countries.ts'
import type { Buyer } from './buyer.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'

/** The whole service for one test: a database in memory, a clock to move, a buyer to act. */
export interface ServiceSandbox {
  /** Its address on the loopback interface. */
  readonly address: string
  /** The service's time, which stands still until it is moved. */
  readonly clock: MovableClock
  createClient(options: ClientOptions): Promise<Credentials>
  /** Acts as the buyer who was given the `data` of an intent, of a redirect or of a KYC session. */
  buyer(data: PaymentIntent | Redirect | Kyc): Promise<Buyer>
  /** Moves time past the end of every open intent, and writes down that they have expired. */
  expireIntents(): Promise<void>
  /** Serves a merchant's application on a free port until the sandbox stops. @returns its origin */
  listen(listener: RequestListener): Promise<string>
  stop(): Promise<void>
}

const MINUTE_MS = 60_000

const CONFIG: Config = {
  port: 0,
  operationsPort: null,
  host: '127.0.0.1',
  baseUrl: 'http://127.0.0.1:0',
  mode: 'sandbox',
  database: { kind: 'embedded', dataDir: '' },
  secretKeys: ['the secret key of a sandbox that lives as long as one test'],
  allowPrivateWebhooks: true,
  logLevel: 'silent',
  trustedProxies: [],
  sanctionedCountries: SANCTIONED_COUNTRIES,
  drainSeconds: 0,
  dashboard: false,
  requestsPerMinute: 1_000_000,
  codesPerHour: 1_000_000,
  phoneCountries: [],
  module: null,
  smtp: null,
}

/** Starts a sandbox on a free port. @param start the clock's first time, now by default. */
export const startSandbox = async (start?: Date): Promise<ServiceSandbox> => {
  const clock = createMovableClock(start)
  const applications: Server[] = []
  // This thread loads the service while others unpack and compile the database.
  const [db, { createClient, expireIntents, openBuyer, startService }] = await Promise.all([
    openMemoryDatabase(preparedImage()),
    import('./sandbox-service.ts'),
  ])
  const { address, deps, stop } = await startService(CONFIG, { clock, db, isMigrated: true })
  return {
    address,
    clock,
    createClient: (options) => createClient(db, clock, options),
    buyer: openBuyer,
    async expireIntents() {
      clock.advance(LIMITS.intentMinutes * MINUTE_MS + 1)
      await expireIntents(deps)
    },
    async listen(listener) {
      const server = createServer(listener)
      applications.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async stop() {
      for (const application of applications) {
        application.close()
        application.closeAllConnections()
      }
      await stop()
    },
  }
}
