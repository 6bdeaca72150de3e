import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { endKeptWorkers, KeptWorker } from './kept-worker.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coinslot-kept-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a process outlives the run, keeps what it has loaded, and makes the next run as that is asked for', async () => {
  const said = join(folder, 'said.txt')
  writeFileSync(join(folder, 'loaded.js'), 'export const loaded = { times: 0 }')
  writeFileSync(
    join(folder, 'any.test.js'),
    `import { appendFileSync } from 'node:fs'
import { test } from 'vitest'
import { loaded } from './loaded.js'
loaded.times += 1
const tell = (which) => appendFileSync(${JSON.stringify(said)}, [which, process.pid, loaded.times, ''].join(' '))
test('one', () => tell(1))
test('two', () => tell(2))`,
  )
  const vitest = await createVitest('test', {
    root: folder,
    config: false,
    watch: false,
    isolate: false,
    reporters: [{}],
    pool: { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) },
  })
  try {
    await vitest.start()
    for (const project of vitest.projects) project.config.testNamePattern = /two/
    await vitest.start()
  } finally {
    await endKeptWorkers()
    await vitest.close()
  }
  const [, pid, ...rest] = readFileSync(said, 'utf8').trim().split(' ')
  expect(rest).toEqual(['1', '2', pid, '1', '2', pid, '2'])
})
