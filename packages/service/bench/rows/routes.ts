import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startChild } from '../child.ts'
import { httpRequest, load } from '../http-load.ts'
import { alternate, row, type Row } from '@coinslot/tooling/bench'

const CONNECTIONS = 16
const REQUESTS = 20_000
const ROUNDS = 7

interface Ready {
  readonly port: number
  readonly token: string
  readonly clientId: string
  readonly clientSecret: string
}

/** There is a manifest only where the widget was built. */
const buildWidget = () =>
  promisify(execFile)(process.execPath, [
    '--conditions=@coinslot/source',
    fileURLToPath(new URL('../../../widget/build/build.ts', import.meta.url)),
  ])

/** Manifest and token: routes that need no database for most requests. */
export const plainRoutes = async (): Promise<readonly Row[]> => {
  await buildWidget()
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-bench-'))
  const ours = await startChild<Ready>('ours', { COINSLOT_PORT: '0', COINSLOT_DATA_DIR: folder })
  const bare = await startChild<{ port: number }>('bare-routes')
  const { port, token, clientId: client_id, clientSecret: client_secret } = ours.ready
  const compare = (ourRequest: string, bareRequest: string) => {
    const ask = (to: number, request: string) => () =>
      load({ port: to, connections: CONNECTIONS, requests: REQUESTS, request: () => request, awake: true })
    return alternate(ROUNDS, ask(port, ourRequest), ask(bare.ready.port, bareRequest))
  }
  const manifest = await compare(
    httpRequest('GET', '/payments/v1/widget/manifest', { token }),
    httpRequest('GET', '/manifest'),
  )
  const credentials = JSON.stringify({ client_id, client_secret })
  const tokens = await compare(
    httpRequest('POST', '/auth/v1/oauth2/token', { body: credentials }),
    httpRequest('POST', '/token', { body: credentials }),
  )
  await Promise.all([ours.stop(), bare.stop()])
  await rm(folder, { recursive: true, force: true })
  const method = `${REQUESTS} requests a round over ${CONNECTIONS} connections, median of ${ROUNDS}, asked by a process that does not sleep; other: bare Fastify`
  return [
    row({
      name: 'manifest',
      ...manifest,
      unit: 'requests/s',
      method: `${method} that returns a constant`,
      target: '>= 0.75',
    }),
    row({
      name: 'token',
      ...tokens,
      unit: 'requests/s',
      method: `${method} that signs a JWT (EdDSA, jose)`,
      target: '>= 0.75',
    }),
  ]
}
