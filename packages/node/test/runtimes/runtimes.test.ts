import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KYC_PATH, silence, startStubService, type StubService } from '../stub-service.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const here = fileURLToPath(new URL('.', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Node 20 is no dependency: the machine's own stands in where it is one. */
const nodeOfTheMachine = (major: number): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .find((path) => {
      try {
        return execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).startsWith(`v${major}.`)
      } catch {
        return false
      }
    })

const commands: Record<string, string | undefined> = {
  'Node 20': nodeOfTheMachine(20),
  'Node 22': join(modules, 'node-22', 'bin', 'node'),
  'Node 24': process.execPath,
  Bun: join(modules, '.bin', 'bun'),
}

const DONE = {
  intents: 1,
  manifest: 'payments-widget-1.2.3.js',
  failure: 'network_error',
  slow: 'timeout',
  tags: true,
  answers: [200, 201, 403, 200, 200, 401],
  events: ['evt_1'],
  verified: 'payment_approved',
}

/** One file of the SDK and what it does here, with the platform's own part for the conditions of a runtime. */
const bundle = async (entry: string, conditions: readonly string[]): Promise<void> => {
  const build = await rolldown({
    input: { [entry]: join(here, `${entry}.ts`) },
    platform: 'neutral',
    external: [/^node:/],
    resolve: { conditionNames: ['@coinslot/source', ...conditions, 'import'], mainFields: ['module', 'main'] },
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' })
  await build.close()
}

let service: StubService
let folder: string
beforeAll(async () => {
  service = await startStubService()
  service.always(KYC_PATH, silence)
  folder = await mkdtemp(join(tmpdir(), 'coinslot-runtimes-'))
  await bundle('command', ['node'])
  await bundle('worker', [])
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

describe('the SDK does the same on', () => {
  test.for(Object.entries(commands).filter(([, path]) => path !== undefined))('%s', async ([name, path = '']) => {
    const { stdout: version } = await promisify(execFile)(path, ['--version'])
    const { stdout } = await promisify(execFile)(path, [join(folder, 'command.mjs'), service.url])
    expect(JSON.parse(stdout), `${name} ${version}`).toEqual(DONE)
  })

  test('workerd', async () => {
    const contents = await readFile(join(folder, 'worker.mjs'), 'utf8')
    const worker = new Miniflare({
      modules: [{ type: 'ESModule', path: 'worker.mjs', contents }],
      compatibilityDate: '2026-01-01',
      bindings: { BASE_URL: service.url },
    })
    try {
      expect(await (await worker.dispatchFetch('http://worker.test/')).json()).toEqual(DONE)
    } finally {
      await worker.dispose()
    }
  })
})
