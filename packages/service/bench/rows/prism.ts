import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '@coinslot/tooling/free-ports'
import { openApiDocument } from '../../src/reference/openapi.ts'
import { startChild } from '../child.ts'
import { httpRequest, load } from '../http-load.ts'
import { order } from '../orders.ts'
import { alternate, row, type Row } from '@coinslot/tooling/bench'

const CONNECTIONS = 16
const OUR_REQUESTS = 2_000
const MOCK_REQUESTS = 600
const ROUNDS = 3

/** A Prism mock of our own document, as its users start it. */
const startMock = async (folder: string): Promise<{ port: number; stop: () => void }> => {
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(openApiDocument('http://127.0.0.1')))
  const port = await freePort()
  const prism = dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'))
  const child = spawn(
    process.execPath,
    [join(prism, 'dist', 'index.js'), 'mock', '-h', '127.0.0.1', '-p', String(port), file],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  process.once('exit', () => child.kill())
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('listening') && resolve())
  })
  return { port, stop: () => void child.kill() }
}

export const prism = async (): Promise<Row> => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-bench-'))
  const ours = await startChild<{ port: number; token: string }>('ours', {
    COINSLOT_PORT: '0',
    COINSLOT_DATA_DIR: join(folder, 'ours'),
  })
  const mock = await startMock(folder)
  const { token } = ours.ready
  const ask = (port: number, requests: number) => () =>
    load({
      port,
      connections: CONNECTIONS,
      requests,
      // The mock drops a connection now and then.
      drops: requests,
      request: (index) => httpRequest('POST', '/payments/v2/intent', { body: order(index), token }),
    })
  const figures = await alternate(ROUNDS, ask(ours.ready.port, OUR_REQUESTS), ask(mock.port, MOCK_REQUESTS))
  await ours.stop()
  mock.stop()
  await rm(folder, { recursive: true, force: true })
  return row({
    name: 'create intent per second, against a mock server',
    ...figures,
    unit: 'intents/s',
    method: `${OUR_REQUESTS} and ${MOCK_REQUESTS} requests a round over ${CONNECTIONS} connections, median of ${ROUNDS}; other: Prism mock of our OpenAPI document, which stores nothing`,
    target: '>= 2.0',
  })
}
