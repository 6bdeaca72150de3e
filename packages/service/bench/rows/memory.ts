import { startChild } from '../child.ts'
import { httpRequest, load } from '../http-load.ts'
import { order } from '../orders.ts'
import type { BenchPostgres } from '../postgres.ts'
import { row, type Row } from '@coinslot/tooling/bench'

const BEFORE = 2_000
const AFTER = 200_000
const CONNECTIONS = 16

/** What the service keeps of intents it has answered: nothing. */
export const memory = async (postgres: BenchPostgres): Promise<Row> => {
  const ours = await startChild<{ port: number; token: string }>('ours', await postgres.environment('memory'))
  const { port, token } = ours.ready
  const create = (requests: number) =>
    load({
      port,
      connections: CONNECTIONS,
      requests,
      request: (index) => httpRequest('POST', '/payments/v2/intent', { body: order(index), token }),
    })
  await create(BEFORE)
  const before = await ours.memory()
  await create(AFTER - BEFORE)
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
