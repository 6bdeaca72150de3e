import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../child.ts'
import { alternate, row, type Row } from '@coinslot/tooling/bench'

const ROUNDS = 5

/** Starts a server and stops it. @returns starts per second at that speed. */
const startAndStop = (server: string, env: Record<string, string>) => async (): Promise<number> => {
  const child = await startChild<object>(server, env)
  await child.stop()
  return 1_000 / child.startMs
}

/** From the start of the process to the first answer it could give, on data that was there before. */
export const start = async (): Promise<Row> => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-bench-'))
  const figures = await alternate(
    ROUNDS,
    startAndStop('serve', { COINSLOT_PORT: '0', COINSLOT_DATA_DIR: join(folder, 'ours') }),
    startAndStop('bare-embedded', { BENCH_DATA_DIR: join(folder, 'bare') }),
  )
  await rm(folder, { recursive: true, force: true })
  return row({
    name: 'service start to ready on warm embedded data',
    ...figures,
    unit: 'starts/s',
    method: `median of ${ROUNDS} starts of a process each; other: bare Fastify with PGlite opened`,
    target: '>= 0.7',
  })
}
