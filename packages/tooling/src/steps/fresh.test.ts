import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type Build, refresh } from './fresh.ts'
import { here, root } from './workspace.ts'

/** What it makes is a copy of its source, half of it where that says `bad`, which fails. */
const COPY = `
  const [source, output] = process.argv.slice(1)
  const text = readFileSync(source, 'utf8')
  writeFileSync(output, text === 'bad' ? 'ba' : text)
  process.exitCode = text === 'bad' ? 1 : 0
`

test('what a build has left that failed, or was ended, is not taken for that of the sources before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-fresh-'))
  const [source, output] = [join(folder, 'source'), join(folder, 'output')]
  const build: Build = {
    name: basename(folder),
    command: ['node', '--eval', `const { readFileSync, writeFileSync } = require('node:fs');${COPY}`, source, output],
    sources: [relative(root, source)],
    outputs: [relative(root, output)],
  }
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
    rmSync(here('.cache', 'builds', build.name), { force: true })
  })
  const buildFrom = async (text: string) => {
    writeFileSync(source, text)
    return [await refresh([build], new PassThrough().resume()), readFileSync(output, 'utf8')]
  }
  expect(await buildFrom('good')).toEqual([null, 'good'])
  expect(await buildFrom('bad')).toEqual([build.name, 'ba'])
  expect(await buildFrom('good')).toEqual([null, 'good'])
})
