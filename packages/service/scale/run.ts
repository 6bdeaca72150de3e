// `npm run scale [-- --intents N] [--only NAME]`: measures the service beside many payments against beside 10,000, in turns.
import { totalmem } from 'node:os'
import { type Benchmark, HEADER, runBenchmarks } from '@coinslot/tooling/bench'
import { OptionsError, parseOptions, readOrExplain } from '@coinslot/tooling/options'
import { type BenchPostgres, startBenchPostgres } from '../bench/postgres.ts'
import { type Sink, startSink } from '../bench/webhook-rig.ts'
import { fairnessRow } from './fairness.ts'
import { measureTables } from './fill.ts'
import { tellHugePages } from './huge-pages.ts'
import { requestRows } from './requests.ts'
import { type Side, startSide } from './side.ts'
import { type Bench, takeOver, workerRows } from './workers.ts'

const FEW = 10_000

const OPTIONS = { intents: { type: 'string', default: '3000000' }, only: { type: 'string' } } as const

const intents = readOrExplain('scale', (words) => {
  const { values } = parseOptions(words, { options: OPTIONS })
  const number = Number(values.intents)
  if (Number.isInteger(number) && number >= FEW) return number
  throw new OptionsError(`--intents takes a whole number from ${FEW}`)
})

interface World {
  readonly sink: Sink
  readonly sides: readonly [many: Side, few: Side]
}

const count = (number: number): string => Math.round(number).toLocaleString('en')

/** What the guide of operating it advises for a server of its own. */
const SETTINGS = [`shared_buffers=${Math.floor(totalmem() / 4 / 1_024)}kB`, 'min_wal_size=2GB', 'max_wal_size=4GB']

let postgres: Promise<BenchPostgres> | undefined

const startWorld = async (): Promise<World> => {
  const server = await (postgres ??= startBenchPostgres(SETTINGS))
  const sink = await startSink()
  const endpoint = sink.url('/up')
  const began = performance.now()
  const minutes = () => ((performance.now() - began) / 60_000).toFixed(1)
  const tell = (filled: number) => console.log(`${count(filled)} payments filled in, ${minutes()} minutes`)
  const many = await startSide(server, { name: 'many', intents, endpoint }, tell)
  const few = await startSide(server, { name: 'few', intents: FEW, endpoint })
  console.log(await tellHugePages(many.url))
  const sizes = await measureTables(many.url)
  for (const { table, rows, bytes } of sizes)
    console.log(`${table.padEnd(24)} ${count(bytes / intents).padStart(6)} bytes per intent, ${count(rows)} rows`)
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${'together'.padEnd(24)} ${count(total / intents).padStart(6)} bytes per intent\n${HEADER}`)
  sink.forget()
  return { sink, sides: [many, few] }
}

let starting: Promise<World> | undefined
let takingOver: Promise<readonly [Bench, Bench]> | undefined
const world = () => (starting ??= startWorld())
/** From here on nobody serves: what works beside requests is measured alone. */
const benches = () =>
  (takingOver ??= world().then(async ({ sides: [many, few] }) => [await takeOver(many), await takeOver(few)] as const))

const BENCHMARKS: readonly Benchmark[] = [
  ...requestRows.map(({ name, measure }) => ({
    names: [name],
    measure: async () => [await measure(...(await world()).sides)],
  })),
  ...workerRows.map(({ name, measure }) => ({
    names: [name],
    measure: async () => [await measure(...(await benches()), (await world()).sink)],
  })),
  {
    names: [fairnessRow.name],
    measure: async () => [await fairnessRow.measure((await benches())[0], (await world()).sink)],
  },
]

/** Stops what works on the database, and the database with all that was filled in. */
const close = async () => {
  for (const { deps } of (await takingOver) ?? []) await deps.db.destroy()
  await (await postgres)?.stop()
}

await runBenchmarks(BENCHMARKS, { close })
process.exit()
