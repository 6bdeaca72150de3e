import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const folder = join(packageFolder, '.readme')
const example = join(folder, 'example.ts')
let printed = ''

beforeAll(async () => {
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readme) ?? []
  const [, said] = /console\.log\(.*\/\/ (.*)/.exec(code) ?? []
  if (said === undefined) throw new Error('The README has no example that says what it prints')
  printed = said
  await mkdir(folder, { recursive: true })
  await writeFile(example, code)
  const config = { extends: '../../../tsconfig.base.json', compilerOptions: { types: ['node'] }, include: ['*.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the example of the README', () => {
  test('compiles', { timeout: 60_000 }, async () => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
    await expect(run(process.execPath, [tsc, '-p', folder])).resolves.toMatchObject({ stdout: '' })
  })

  test('prints what it says', { timeout: 60_000 }, async () => {
    const { stdout } = await run(process.execPath, ['--conditions=@coinslot/source', example])
    expect(stdout.trim()).toBe(printed)
  })
})
