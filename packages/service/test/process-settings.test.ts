import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { environment } from './process.ts'
import { createServiceData } from './service-data.ts'

const COMMAND = fileURLToPath(new URL('../bin/coinslot-service.js', import.meta.url))

test('the embedded database’s engine is not optimized, which takes 600 MB', async () => {
  const { env, remove } = await createServiceData()
  const { stdout: compiled } = await promisify(execFile)(
    process.execPath,
    ['--trace-wasm-compilation-times', COMMAND, 'migrate'],
    { env: environment(env), maxBuffer: 64 * 2 ** 20 },
  )
  expect(compiled).toContain('using Liftoff')
  expect(compiled).not.toContain('using TurboFan')
  await remove()
})
