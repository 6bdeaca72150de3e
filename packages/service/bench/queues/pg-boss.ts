import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { CONNECTIONS, type Contender, PLACES, SESSION_OPTIONS } from './contender.ts'
import { createJobSender, type Job, jobsOf } from './send-job.ts'

const QUEUE = 'deliveries'
const BATCH = 128

/** @param keepsPromises order by subject and a share for each merchant, by what the engine has for it. */
export const pgBoss = ({ keepsPromises }: { readonly keepsPromises: boolean }): Contender => ({
  name: keepsPromises ? 'pg-boss, ordered and shared' : 'pg-boss, bare',
  open: async (postgres, sink) => {
    const connectionString = await postgres.create(`pg_boss_${keepsPromises ? 'ordered' : 'bare'}`)
    const boss = new PgBoss({ connectionString, max: CONNECTIONS, options: SESSION_OPTIONS })
    boss.on('error', (error) => console.error(error.message))
    await boss.start()
    await boss.createQueue(QUEUE, { policy: keepsPromises ? 'key_strict_fifo' : 'standard', retryLimit: 9 })
    const client = new pg.Client(connectionString)
    await client.connect()
    await client.query('vacuum analyze')
    await client.end()
    const sender = createJobSender(sink)
    return {
      fill: async (lines) => {
        for (const jobs of jobsOf(lines)) {
          const promised = ({ subject, merchant }: Job) =>
            keepsPromises ? { singletonKey: subject, group: { id: merchant } } : {}
          await boss.insert(
            QUEUE,
            jobs.map((job) => ({ data: job, ...promised(job) })),
          )
        }
      },
      start: async () => {
        const options = {
          batchSize: BATCH,
          localConcurrency: PLACES / BATCH,
          pollingIntervalSeconds: 0.5,
          burstWhenBatchFull: true,
          ...(keepsPromises ? { groupConcurrency: PLACES / 4 } : {}),
        }
        await boss.work<Job>(QUEUE, options, async (jobs) => {
          await Promise.all(jobs.map(({ data }) => sender.send(data)))
        })
        return { stop: () => boss.offWork(QUEUE) }
      },
      close: async () => {
        await boss.stop({ graceful: false })
        sender.close()
      },
    }
  },
})
