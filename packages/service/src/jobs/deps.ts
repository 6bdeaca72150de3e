import type { CardDeps } from '../cards/deps.ts'
import type { KycDeps } from '../kyc/deps.ts'
import type { JobMetrics } from './metrics.ts'

export interface JobDeps extends CardDeps, KycDeps {
  readonly jobMetrics: JobMetrics
}
