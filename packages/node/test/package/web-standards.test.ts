import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const src = join(root, 'src')

const sourcesOf = async (): Promise<string[]> => {
  const entries = await readdir(src, { recursive: true })
  return entries.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')).map((path) => join(src, path))
}
const isForNode = (path: string) => /^(adapters|testing)[./]/.test(relative(src, path))
const IMPORT = /(?:from\s+|import\s+|import\()\s*'([^']+)'/g

describe('outside the adapters and the testing kit', () => {
  test('a source imports nothing but the contract and its own web-standard neighbours', async () => {
    const foreign: string[] = []
    for (const path of (await sourcesOf()).filter((source) => !isForNode(source))) {
      for (const [, specifier = ''] of (await readFile(path, 'utf8')).matchAll(IMPORT)) {
        const isNeighbour = specifier.startsWith('.') && !isForNode(join(dirname(path), specifier))
        if (!isNeighbour && !['@coinslot/contract', '#send'].includes(specifier))
          foreign.push(`${relative(root, path)}: ${specifier}`)
      }
    }
    expect(foreign).toEqual([])
  })

  test('the sources compile with the types of the web alone', async () => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
    const run = promisify(execFile)(process.execPath, [tsc, '-p', join(root, 'tsconfig.web.json')])
    await expect(run).resolves.toMatchObject({ stdout: '' })
  })
})

describe('every source', () => {
  test('asks Vite and webpack, each in its own words, not to look for what it may import or not', async () => {
    const imports: string[] = []
    for (const path of await sourcesOf()) {
      for (const [, given = ''] of (await readFile(path, 'utf8')).matchAll(/\bimport\(([^)]+)\)/g)) imports.push(given)
    }
    expect(imports).toEqual(['/* @vite-ignore */ /* webpackIgnore: true */ name'])
  })

  test('has at most 400 lines', async () => {
    const tooLong: string[] = []
    for (const path of await sourcesOf()) {
      if ((await readFile(path, 'utf8')).split('\n').length > 400) tooLong.push(relative(root, path))
    }
    expect(tooLong).toEqual([])
  })
})
