import type { Database } from '../db/database.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Logger } from './log.ts'
import type { Secrets } from './secrets.ts'

/** What every room stands on. */
export interface Platform {
  readonly config: Config
  readonly clock: Clock
  readonly db: Database
  readonly log: Logger
  readonly secrets: Secrets
}
