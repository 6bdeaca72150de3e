import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Runs a script that logs, in a process of its own. @param stdout where it writes to; default a pipe */
const start = (script: string, stdout: 'pipe' | number = 'pipe') => {
  const log = JSON.stringify(new URL('./log.ts', import.meta.url).href)
  const source = `import { createLogger } from ${log}; const log = createLogger('info'); ${script}`
  const args = ['--conditions=@coinslot/source', '--input-type=module', '-e', source]
  return spawn(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] })
}

const numbersIn = (lines: string): number[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).nr)

const upTo = (count: number): number[] => Array.from({ length: count }, (_, nr) => nr)

/** Half a megabyte, which no pipe holds. */
const LINES = 2_000
const WRITE = `for (let nr = 0; nr < ${LINES}; nr += 1) log.info({ nr }, 'x'.repeat(200))`

test.each([
  ['ends by itself', ''],
  ['ends at once', '; process.exit(0)'],
])('all lines come whole and in order where a pipe is busy at times, and the process %s', async (_, end) => {
  // Whoever has looked at it has made it one that does not wait.
  const child = start(`process.stdout; ${WRITE}${end}`)
  if (child.stdout === null) throw new Error('no pipe')
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(numbersIn(said)).toEqual(upTo(LINES))
})

test('what a pipe that nobody reads had no room for is written when the process ends', async () => {
  const settle = `for (let time = 0; time < 20; time += 1) await open(process.execPath).then((file) => file.close())`
  const child = start(
    `const { open } = await import('node:fs/promises'); process.stdout; ${WRITE}; ${settle}; process.stderr.write('ends'); process.exit(0)`,
  )
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  await once(child.stderr, 'data')
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(numbersIn(said)).toEqual(upTo(LINES))
})

test('whole lines are dropped while nobody takes them, past a megabyte', async () => {
  const child = start(`for (let round = 0; round < 8; round += 1) ${WRITE}; process.stderr.write('written')`)
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  await once(child.stderr, 'data')
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  const numbers = numbersIn(said)
  expect(numbers.slice(0, LINES)).toEqual(upTo(LINES))
  expect(said.length).toBeLessThan(2_000_000)
})

test.runIf(existsSync('/dev/full'))(
  'a process whose log is on a full disk goes on, and ends when it is to',
  async () => {
    const full = openSync('/dev/full', 'w')
    const failOften = `for (let time = 0; time < 20; time += 1) await open('/dev/full', 'w').then((file) => file.write('x')).catch(() => {})`
    const child = start(
      `const { open } = await import('node:fs/promises'); ${WRITE}; ${failOften}; process.exit(0)`,
      full,
    )
    closeSync(full)
    expect(await once(child, 'close')).toEqual([0, null])
  },
)
