import { startChild } from '../child.ts'
import { createIntents } from '../create-intents.ts'
import type { BenchPostgres } from '../postgres.ts'
import { row, type Row } from '@coinslot/tooling/bench'

const BEFORE = 2_000
const AFTER = 200_000

/** What the service keeps of intents it has answered: nothing. */
export const memory = async (postgres: BenchPostgres): Promise<Row> => {
  const ours = await startChild<{ port: number; token: string }>('ours', await postgres.environment('memory'))
  await createIntents(ours.ready, BEFORE)
  const before = await ours.memory()
  await createIntents(ours.ready, AFTER - BEFORE)
  const after = await ours.memory()
  await ours.stop()
  return row({
    name: `resident memory after ${AFTER} intents`,
    ours: after / 1_048_576,
    other: before / 1_048_576,
    unit: 'MiB',
    method: `resident set of the process after a collection; other: after ${BEFORE}`,
    target: '<= 1.25',
  })
}
