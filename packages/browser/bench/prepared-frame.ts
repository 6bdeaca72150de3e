import { readdirSync, readFileSync } from 'node:fs'
import { compare, row, type Row } from '@coinslot/tooling/bench'
import type { Stage } from './stage.ts'
import { settle } from './visit.ts'

const RUNS = 5
const BYTES = 'bytes that an idle page loads: with a prepared frame against the script alone'
const MEMORY = 'memory of an idle page: with a prepared frame against none'
export const FRAME_ROWS = [BYTES, MEMORY]

/** Memory of the browser's processes that no other process shares, by Linux's count. */
const privateMegabytes = (browserPid: number): number => {
  const parentOf = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ')
          return [[Number(pid), Number(parent)] as const]
        } catch {
          return []
        }
      }),
  )
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === browserPid || isOurs(parentOf.get(pid)))
  const kilobytes = [...parentOf.keys()].filter(isOurs).map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0)
  })
  return kilobytes.reduce((sum, kb) => sum + kb, 0) / 1_024
}

/** What a page that has settled has loaded, and what the browser then holds. */
const cost = async (stage: Stage, page: string) => {
  const before = stage.network.bytesDown
  const { browserContext } = await settle(stage, page).then((open) => ({ browserContext: open.browserContext() }))
  const pid = stage.browser.process()?.pid ?? 0
  const measured = { kilobytes: (stage.network.bytesDown - before) / 1_024, megabytes: privateMegabytes(pid) }
  await browserContext.close()
  return measured
}

export const measureFrame = async (stage: Stage): Promise<Row[]> => {
  const rounds: { ours: Awaited<ReturnType<typeof cost>>; other: Awaited<ReturnType<typeof cost>> }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const other = await cost(stage, 'element')
    rounds.push({ other, ours: await cost(stage, 'element with preload="frame"') })
  }
  const measured = (key: 'kilobytes' | 'megabytes') =>
    compare(rounds.map(({ ours, other }) => ({ ours: ours[key], other: other[key] })))
  const method = `median of ${RUNS} runs, each in a new context with a cold cache, alternating; a page that has settled, before any click. The script alone warms up the checkout page, whose files the frame then takes from the cache`
  return [
    row({ name: BYTES, ...measured('kilobytes'), unit: 'KB', method }),
    row({
      name: MEMORY,
      ...measured('megabytes'),
      unit: 'MB',
      method: `${method}. Memory of all of the browser's processes that no other process shares (Linux)`,
    }),
  ]
}
