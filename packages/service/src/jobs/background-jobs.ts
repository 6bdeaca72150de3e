import type { BackgroundJob, Deps } from '../deps.ts'

/** Everything that works beside requests, in the order of starting; stopped in reverse. */
export const backgroundJobs = (_deps: Deps): readonly BackgroundJob[] => []
