import { expect, test } from 'vitest'
import type { BackgroundJob } from './background-job.ts'
import { stopJobs } from './stop-jobs.ts'

test('a job that takes its time to stop keeps no other from being stopped, and is waited for', async () => {
  const told: string[] = []
  let end = (): void => undefined
  const hasEnded = new Promise<void>((resolve) => (end = resolve))
  const job = (stop: BackgroundJob['stop']): BackgroundJob => ({ start: async () => undefined, stop })
  const quick = job(async () => void told.push('quick'))
  const stopping = stopJobs([quick, job(() => hasEnded), quick]).then(() => told.push('all'))
  await expect.poll(() => told).toEqual(['quick', 'quick'])
  end()
  await stopping
  expect(told).toEqual(['quick', 'quick', 'all'])
})
