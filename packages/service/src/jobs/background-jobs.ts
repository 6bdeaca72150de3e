import { carryOverJob } from './carry-over-job.ts'
import { clockJob } from './clock-job.ts'
import { spaceJob } from './space-job.ts'
import { sweepJob } from './sweep-job.ts'
import type { BackgroundJob } from '../platform/background-job.ts'
import type { JobDeps } from './deps.ts'
import { deliveryJob } from '../webhooks/delivery-job.ts'

/** What works beside requests whether or not there are pages to serve, in the order of starting. */
export const backgroundJobs = (deps: JobDeps): readonly BackgroundJob[] => [
  clockJob(deps),
  deliveryJob(deps),
  sweepJob(deps),
  carryOverJob(deps),
  spaceJob(deps),
]
