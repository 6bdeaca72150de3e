import type { BackgroundJob } from './background-job.ts'

/** Stops all at once: while one waits for the database, the others would begin what nobody is left to finish. */
export const stopJobs = async (jobs: readonly BackgroundJob[]): Promise<void> => {
  await Promise.all(jobs.map((job) => job.stop()))
}
