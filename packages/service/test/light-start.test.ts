import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = `
import { Module } from 'node:module'
import { startSandbox } from '@coinslot/service'
const sandbox = await startSandbox()
await sandbox.stop()
console.log(JSON.stringify(Object.keys(Module._cache)))
`

/** Packages, of CommonJS, that a start would load by itself, or by a static import in the wrong place. */
const LOADED_LATER = ['ajv', '@fastify/fast-json-stringify-compiler', 'nodemailer', 'pg']

test('a sandbox starts without what only some requests need', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM],
    { cwd: fileURLToPath(new URL('../../node', import.meta.url)) },
  )
  const loaded: string[] = JSON.parse(stdout)
  const isLoaded = (name: string) => loaded.some((file) => file.includes(`node_modules/${name}/`))
  expect(isLoaded('fastify')).toBe(true)
  expect(LOADED_LATER.filter(isLoaded)).toEqual([])
})
