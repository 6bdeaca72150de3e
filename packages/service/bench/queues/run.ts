// Holds the service's queue against kept engines on the same backlog: `node --conditions=@coinslot/source
// packages/service/bench/queues/run.ts [--only NAME]`. Each works off 100,000 deliveries that fell due at one instant after
// the empty queue was analysed: 91,000 of one merchant, who came first, and 1,000 of each of nine others.
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseOptions, readOrExplain } from '@coinslot/tooling/options'
import { type BenchPostgres, startBenchPostgres } from '../postgres.ts'
import { nowMs, startSink } from '../webhook-rig.ts'
import { timeClaims } from './claim-times.ts'
import { coinslot } from './coinslot.ts'
import type { Contender, Line } from './contender.ts'
import { graphileWorker } from './graphile-worker.ts'
import { pgBoss } from './pg-boss.ts'

/** After so long a queue is stopped, and measured by what it has delivered. */
const LIMIT_MS = 90_000
const LOOK_EVERY_MS = 50
const LONG = 91_000
const SHORT = 1_000
const OTHERS = 9

const CONTENDERS: readonly Contender[] = [
  coinslot,
  pgBoss({ keepsPromises: false }),
  pgBoss({ keepsPromises: true }),
  graphileWorker({ keepsPromises: false }),
  graphileWorker({ keepsPromises: true }),
]

/** Works one backlog off. @returns figures of it, for a row of the table. */
const measure = async (postgres: BenchPostgres, { name, open }: Contender) => {
  const sink = await startSink()
  const queue = await open(postgres, sink)
  const others = Array.from({ length: OTHERS }, (_, nr) => `other${nr}`)
  const lines: Line[] = [
    { merchant: 'long', count: LONG, path: '/long' },
    ...others.map((merchant) => ({ merchant, count: SHORT, path: `/${merchant}` })),
  ]
  await queue.fill(lines)
  const [load] = loadavg()
  const claimTimes = timeClaims()
  const began = nowMs()
  const worker = await queue.start()
  while (sink.arrivedAtMs.size < LONG + SHORT * OTHERS && nowMs() - began < LIMIT_MS) await pause(LOOK_EVERY_MS)
  const claims = claimTimes()
  const arrivals = [...sink.arrivedAtMs].map(([id, atMs]) => ({ id, seconds: (atMs - began) / 1_000 }))
  await worker.stop()
  await queue.close()
  sink.stop()
  const seconds = Math.max(...arrivals.map((each) => each.seconds), 0)
  const ofOthers = arrivals.filter(({ id }) => id.startsWith('other')).map((each) => each.seconds)
  return {
    queue: name,
    arrived: arrivals.length,
    'per second': Math.round(arrivals.length / Math.min(seconds, LIMIT_MS / 1_000)),
    claims: claims.claims,
    'claim, median ms': Number(claims.median.toFixed(1)),
    'p99 ms': Number(claims.p99.toFixed(1)),
    'worst ms': Number(claims.worst.toFixed(1)),
    'others done after s':
      ofOthers.length === SHORT * OTHERS ? Number(Math.max(...ofOthers).toFixed(1)) : `${ofOthers.length} arrived`,
    'load before': load?.toFixed(1),
  }
}

const { only } = readOrExplain('queues', (words) =>
  parseOptions(words, { options: { only: { type: 'string' } } }),
).values
const postgres = await startBenchPostgres()
try {
  for (const contender of CONTENDERS.filter(({ name }) => only === undefined || name.startsWith(only)))
    console.log(JSON.stringify(await measure(postgres, contender)))
} finally {
  await postgres.stop()
}
