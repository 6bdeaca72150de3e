// Creates intents against one stub server: our SDK, fetch alone and the stripe SDK, in turns within one run.
// Usage: node --conditions=@coinslot/source packages/node/bench/run.ts [--only NAME] [--quick]
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareFetch, type Call, ours, stripe } from './contenders.ts'
import { compare, row, runBenchmarks, type Row } from '@coinslot/tooling/bench'
import { allocations, rate } from './measure.ts'

const isQuick = process.argv.includes('--quick')
// Many short rounds: what else runs on the machine then hits both sides of a ratio alike.
const ROUNDS = isQuick ? 9 : 61
const CALLS = isQuick ? 300 : 600

const server = fork(fileURLToPath(new URL('./stub.ts', import.meta.url)), { execArgv: [] })
const port = await new Promise<number>((resolve, reject) => {
  server.once('message', (message) => resolve(Number(message)))
  server.once('error', reject)
})

/** Each round measures both, in changing order. */
const measure = async (call: Call, other: Call) => {
  for (const warmUp of [call, other]) await rate(warmUp, 5_000)
  const rounds: { ours: number; other: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) rounds.push({ ours: await rate(call, CALLS), other: await rate(other, CALLS) })
    else {
      const second = await rate(other, CALLS)
      rounds.push({ ours: await rate(call, CALLS), other: second })
    }
  }
  return compare(rounds)
}

const sdk = ours(port)
const fetching = bareFetch(port)
const method = `${ROUNDS} rounds in turns of ${CALLS} calls, 16 at once, to one stub in another process; medians`

const rateAgainst = async (name: string, other: Call): Promise<Row> =>
  row({ name, ...(await measure(sdk, other)), unit: 'calls/s', method })

const allocated = async (name: string): Promise<Row> =>
  row({
    name,
    ours: await allocations(sdk, CALLS),
    other: await allocations(fetching, CALLS),
    unit: 'bytes',
    method: `sampling heap profiler over ${CALLS} calls, garbage included`,
  })

const AGAINST_FETCH = 'create intent, against bare fetch'
const AGAINST_STRIPE = 'create intent, against stripe'
const ALLOCATED = 'allocated per call, against bare fetch'
await runBenchmarks(
  [
    { names: [AGAINST_FETCH], measure: async () => [await rateAgainst(AGAINST_FETCH, fetching)] },
    { names: [AGAINST_STRIPE], measure: async () => [await rateAgainst(AGAINST_STRIPE, stripe(port))] },
    { names: [ALLOCATED], measure: async () => [await allocated(ALLOCATED)] },
  ],
  { close: async () => server.disconnect() },
)
