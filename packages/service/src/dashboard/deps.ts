import type { CardDeps } from '../cards/deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { KycDeps } from '../kyc/deps.ts'
import type { DashboardBundle } from './bundle.ts'
import type { SharedReads } from '../platform/shared-reads.ts'
import type { RequestRecorder } from './request-recorder.ts'
import type { StoredSession } from './session-store.ts'

export interface DashboardDeps extends CardDeps, KycDeps {
  /** Null where the pages have not been built. */
  readonly dashboard: DashboardBundle | null
  readonly recorder: RequestRecorder
  /** Looked up once for all that a session asks meanwhile. */
  readonly sessionReads: SharedReads<StoredSession | null>
}

/** @throws {ApiError} 503 where the pages have not been built. */
export const pagesOf = ({ dashboard }: DashboardDeps): DashboardBundle => {
  if (dashboard) return dashboard
  throw new ApiError(
    503,
    'The dashboard has not been built: install @coinslot/dashboard again, or build it where this is a clone, and start the service anew',
  )
}
