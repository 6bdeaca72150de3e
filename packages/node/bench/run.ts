// Creates intents against one stub server: our SDK, fetch alone and the stripe SDK, in turns within one run.
// Usage: node --conditions=@coinslot/source packages/node/bench/run.ts [--json] [--quick]
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bareFetch, type Call, ours, stripe } from './contenders.ts'
import { allocations, median, rate } from './measure.ts'

const isQuick = process.argv.includes('--quick')
// Many short rounds: what else runs on the machine then hits both sides of a ratio alike.
const ROUNDS = isQuick ? 9 : 61
const CALLS = isQuick ? 300 : 600

const server = fork(fileURLToPath(new URL('./stub.ts', import.meta.url)), { execArgv: [] })
const port = await new Promise<number>((resolve, reject) => {
  server.once('message', (message) => resolve(Number(message)))
  server.once('error', reject)
})

/** Each round measures both, in changing order; the ratio is the median of the rounds' ratios. */
const compare = async (call: Call, other: Call) => {
  for (const warmUp of [call, other]) await rate(warmUp, 5_000)
  const rounds: { ours: number; other: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) rounds.push({ ours: await rate(call, CALLS), other: await rate(other, CALLS) })
    else {
      const second = await rate(other, CALLS)
      rounds.push({ ours: await rate(call, CALLS), other: second })
    }
  }
  return {
    ours: Math.round(median(rounds.map((round) => round.ours))),
    other: Math.round(median(rounds.map((round) => round.other))),
    ratio: Number(median(rounds.map((round) => round.ours / round.other)).toFixed(3)),
  }
}

const sdk = ours(port)
const fetching = bareFetch(port)
const method = `${ROUNDS} rounds in turns of ${CALLS} calls, 16 at once, to one stub in another process; medians`
const sampled = `sampling heap profiler over ${CALLS} calls, garbage included`
const fetchRow = await compare(sdk, fetching)
const stripeRow = await compare(sdk, stripe(port))
const perCall = {
  ours: Math.round(await allocations(sdk, CALLS)),
  other: Math.round(await allocations(fetching, CALLS)),
}
const rows = [
  { name: 'create intent, against bare fetch', ...fetchRow, unit: 'calls/s', method },
  { name: 'create intent, against stripe', ...stripeRow, unit: 'calls/s', method },
  {
    name: 'allocated a call, against bare fetch',
    ...perCall,
    ratio: Number((perCall.ours / perCall.other).toFixed(3)),
    unit: 'bytes',
    method: sampled,
  },
]
server.disconnect()

if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
else console.table(rows.map(({ method: _method, ...row }) => row))
