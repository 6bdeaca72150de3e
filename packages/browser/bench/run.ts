import { type Benchmark, compare, row, runBenchmarks, type Row } from '@coinslot/tooling/bench'
import { DEPLOYED, EMBEDS } from './embeds.ts'
import { FRAME_ROWS, measureFrame } from './prepared-frame.ts'
import { openStage, type Stage } from './stage.ts'
import { fromClick, type Times } from './visit.ts'

const RUNS = 7
const METHOD = `median of ${RUNS} runs, each in a new context with a cold cache, alternating; Chromium; real service on this machine, as another site than the page; TCP of both servers delayed (150 ms round trip, one more to connect, 1.6 Mbit/s shared); nothing under way on the network for 1.5 s before the buyer acts. The card form is there when its number box can be seen and takes input, and keeps it; the price and a Pay button that can be pressed follow with the session's answer, which the rows of the Pay button measure`

let stage: Promise<Stage> | undefined
const theStage = (): Promise<Stage> => (stage ??= openStage())

const MOMENTS = { form: 'card form', payable: 'Pay button' } as const
const moments = Object.keys(MOMENTS) as (keyof Times)[]
const nameOf = (moment: keyof Times, embed: string): string =>
  `click to ${MOMENTS[moment]}: ${embed} against deployed embeds`

const benchmarkOf = (embed: (typeof EMBEDS)[number]): Benchmark => ({
  names: moments.map((moment) => nameOf(moment, embed.name)),
  measure: async (): Promise<Row[]> => {
    const rounds: { ours: Times; other: Times }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const other = await fromClick(await theStage(), DEPLOYED)
      rounds.push({ other, ours: await fromClick(await theStage(), embed) })
    }
    return moments.map((moment) => {
      const limit = embed[moment]
      return row({
        name: nameOf(moment, embed.name),
        ...compare(rounds.map(({ ours, other }) => ({ ours: ours[moment], other: other[moment] }))),
        unit: 'ms',
        method: METHOD,
        ...(limit !== undefined && { target: `<= ${limit}` }),
      })
    })
  },
})

const ofPreparedFrame: Benchmark = { names: FRAME_ROWS, measure: async () => measureFrame(await theStage()) }

await runBenchmarks([...EMBEDS.map(benchmarkOf), ofPreparedFrame], { close: async () => (await stage)?.close() })
