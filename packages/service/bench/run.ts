// Measures the service against bare programs that do the same: `node --conditions=@coinslot/source packages/service/bench/run.ts
// [--only NAME]`. Postgres is started with the first row that needs it.
import { runBenchmarks, type Benchmark, type Row } from '@coinslot/tooling/bench'
import { type BenchPostgres, startBenchPostgres } from './postgres.ts'
import { createIntentEmbedded, createIntentOnPostgres, createIntentWithPicture } from './rows/create-intent.ts'
import { dashboardLooks, recording } from './rows/dashboard.ts'
import { memory } from './rows/memory.ts'
import { prism } from './rows/prism.ts'
import { plainRoutes } from './rows/routes.ts'
import { start } from './rows/start.ts'
import { statuses } from './rows/statuses.ts'
import { webhooks } from './rows/webhooks.ts'

let starting: Promise<BenchPostgres> | undefined
const onPostgres = (measure: (postgres: BenchPostgres) => Promise<Row | readonly Row[]>) => async () =>
  [await measure(await (starting ??= startBenchPostgres()))].flat()

const BENCHMARKS: readonly Benchmark[] = [
  { names: ['create intent per second, Postgres, 16 connections'], measure: onPostgres(createIntentOnPostgres) },
  { names: ['create intent per second, embedded database'], measure: async () => [await createIntentEmbedded()] },
  { names: ['create intent per second, items with a picture'], measure: onPostgres(createIntentWithPicture) },
  { names: ['create intent per second, against a mock server'], measure: async () => [await prism()] },
  { names: ['statuses of 100 ids, with 1 million intents stored'], measure: onPostgres(statuses) },
  {
    names: ['first page', 'a filter', 'one timeline'].map(
      (each) => `dashboard: ${each}, with 3 million intents stored`,
    ),
    measure: onPostgres(dashboardLooks),
  },
  { names: ['dashboard: recording of requests, create intent per second'], measure: onPostgres(recording) },
  { names: ['manifest', 'token'], measure: plainRoutes },
  { names: ['service start to ready on warm embedded data'], measure: async () => [await start()] },
  { names: ['resident memory after 200000 intents'], measure: onPostgres(memory) },
  {
    names: [
      'webhook deliveries',
      'webhook event to delivery, idle, median',
      'webhook event to delivery beside a dead endpoint, p99',
    ],
    measure: onPostgres(webhooks),
  },
]

await runBenchmarks(BENCHMARKS, { close: async () => (await starting)?.stop() })
