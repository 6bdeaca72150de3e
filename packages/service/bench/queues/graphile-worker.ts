import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { CONNECTIONS, type Contender, PLACES, SESSION_OPTIONS } from './contender.ts'
import { createJobSender, type Job, jobsOf } from './send-job.ts'

const TASK = 'deliver'

/** @param keepsPromises order by subject, by what the engine has for it. */
export const graphileWorker = ({ keepsPromises }: { readonly keepsPromises: boolean }): Contender => ({
  name: keepsPromises ? 'Graphile Worker, ordered' : 'Graphile Worker, bare',
  open: async (postgres, sink) => {
    const connectionString = await postgres.create(`graphile_${keepsPromises ? 'ordered' : 'bare'}`)
    const pgPool = new pg.Pool({ connectionString, max: CONNECTIONS, options: SESSION_OPTIONS })
    pgPool.on('error', () => undefined)
    pgPool.on('connect', (client) => void client.on('error', () => undefined))
    const logger = new Logger(() => () => undefined)
    const utils = await makeWorkerUtils({ pgPool, logger })
    await utils.migrate()
    await pgPool.query('vacuum analyze')
    const sender = createJobSender(sink)
    return {
      fill: async (lines) => {
        for (const jobs of jobsOf(lines)) {
          const promised = ({ subject }: Job) => (keepsPromises ? { queueName: subject } : {})
          await utils.addJobs(
            jobs.map((job) => ({ identifier: TASK, payload: job, maxAttempts: 10, ...promised(job) })),
          )
        }
      },
      start: async () => {
        const runner = await run({
          pgPool,
          logger,
          noHandleSignals: true,
          taskList: { [TASK]: (job) => sender.send(job as Job) },
          preset: {
            worker: {
              concurrentJobs: PLACES,
              localQueue: { size: PLACES },
              completeJobBatchDelay: 0,
              failJobBatchDelay: 0,
            },
          },
        })
        return { stop: () => runner.stop() }
      },
      close: async () => {
        sender.close()
        await utils.release()
        await pgPool.end()
      },
    }
  },
})
