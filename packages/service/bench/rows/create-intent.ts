import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../child.ts'
import { CONNECTIONS, createIntents } from '../create-intents.ts'
import { httpRequest, load } from '../http-load.ts'
import { order, orderWithPicture } from '../orders.ts'
import { type BenchPostgres } from '../postgres.ts'
import { alternate, row, type Row } from '@coinslot/tooling/bench'

const ROUNDS = 5
const PICTURE_ROUNDS = 15

interface Ready {
  readonly port: number
  readonly token: string
}

const rounds = (ours: Ready, { port }: Pick<Ready, 'port'>, requests: number) =>
  alternate(
    ROUNDS,
    () => createIntents(ours, requests),
    () =>
      load({
        port,
        connections: CONNECTIONS,
        requests,
        request: (index) => httpRequest('POST', '/orders', { body: order(index) }),
      }),
  )

export const createIntentOnPostgres = async (postgres: BenchPostgres): Promise<Row> => {
  const requests = 6_000
  const ours = await startChild<Ready>('ours', await postgres.environment('ours'))
  const bare = await startChild<Ready>('bare-postgres', { BENCH_DATABASE_URL: await postgres.create('bare') })
  const figures = await rounds(ours.ready, bare.ready, requests)
  await Promise.all([ours.stop(), bare.stop()])
  return row({
    name: 'create intent per second, Postgres, 16 connections',
    ...figures,
    unit: 'intents/s',
    method: `${requests} requests a round over ${CONNECTIONS} connections, median of ${ROUNDS}; other: bare Fastify, one insert by pg pool`,
    target: '>= 0.8',
  })
}

export const createIntentEmbedded = async (): Promise<Row> => {
  const requests = 3_000
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-bench-'))
  const ours = await startChild<Ready>('ours', { COINSLOT_PORT: '0', COINSLOT_DATA_DIR: join(folder, 'ours') })
  const bare = await startChild<Ready>('bare-embedded', { BENCH_DATA_DIR: join(folder, 'bare') })
  const figures = await rounds(ours.ready, bare.ready, requests)
  await Promise.all([ours.stop(), bare.stop()])
  await rm(folder, { recursive: true, force: true })
  return row({
    name: 'create intent per second, embedded database',
    ...figures,
    unit: 'intents/s',
    method: `${requests} requests a round over ${CONNECTIONS} connections, median of ${ROUNDS}; other: bare Fastify, one insert by PGlite`,
    target: '>= 0.6',
  })
}

/** What it costs the creation that items have pictures, which nobody waits for. */
export const createIntentWithPicture = async (postgres: BenchPostgres): Promise<Row> => {
  const requests = 3_000
  const { ready, stop } = await startChild<Ready>('ours', await postgres.environment('pictures'))
  const figures = await alternate(
    PICTURE_ROUNDS,
    () => createIntents(ready, requests, orderWithPicture),
    () => createIntents(ready, requests),
  )
  await stop()
  return row({
    name: 'create intent per second, items with a picture',
    ...figures,
    unit: 'intents/s',
    method: `${requests} requests a round over ${CONNECTIONS} connections, median of ${PICTURE_ROUNDS}, on Postgres; other: the same items without`,
    target: '>= 0.9',
  })
}
