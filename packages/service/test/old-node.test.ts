import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from './process.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
/** As it is installed: without the sources. */
let installed: string

beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'coinslot-installed-'))
  await cp(join(PACKAGE, 'bin'), join(installed, 'bin'), { recursive: true })
  await cp(join(PACKAGE, 'package.json'), join(installed, 'package.json'))
})
afterAll(() => rm(installed, { recursive: true, force: true }))

/** Has the process take itself for one of that version. */
const asNode = (version: string): string => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

const serveOn = (version: string) =>
  new Promise<{ code: unknown; err: string }>((resolve) => {
    const words = ['--import', asNode(version), join(installed, 'bin', 'coinslot-service.js'), 'serve']
    execFile(process.execPath, words, { env: environment({}) }, (error, _, err) => resolve({ code: error?.code, err }))
  })

test('on a Node that is too old the command says which one it needs, in one line', async () => {
  const { engines } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  expect(engines.node).toBe('>=22.13')
  for (const version of ['20.20.2', '22.12.0']) {
    const err = `The service needs Node 22.13 or later; this is Node ${version}\n`
    expect(await serveOn(version)).toEqual({ code: 1, err })
  }
  expect((await serveOn('22.13.0')).err, 'goes on to what is not here').toContain('dist/js/main.js')
})
