import { type Service, startService } from '../src/composition/service.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { TEST_SECRET_KEY } from './harness.ts'

/** A service on a Postgres that a test disturbs: in this process, without pages and without a word. */
export const startQuietService = (databaseUrl: string): Promise<Service> =>
  startService(
    readConfig({
      COINSLOT_PORT: '0',
      COINSLOT_DATABASE_URL: databaseUrl,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_DRAIN_SECONDS: '0',
      COINSLOT_SECRET_KEY: TEST_SECRET_KEY,
    }),
    { log: createLogger('silent'), widget: null, dashboard: null },
  )
