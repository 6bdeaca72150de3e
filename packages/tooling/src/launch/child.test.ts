import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'

type Launcher = ChildProcessByStdio<null, Readable, Readable>

/** A process that runs a program and ends with its exit code, as the launcher does. */
const launch = (file: string, args: readonly string[]): Launcher => {
  const code = `import { run } from ${JSON.stringify(here('packages/tooling/src/launch/child.js'))}
    process.exitCode = await run(${JSON.stringify(file)}, ${JSON.stringify(args)}, {})`
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'pipe'] })
}

const ended = (launcher: Launcher) => new Promise((resolve) => launcher.once('close', resolve))

test.each([
  ['process.exit(7)', 7],
  [`process.kill(process.pid, 'SIGKILL')`, 137],
])('%s ends the launcher with %d', async (code, expected) => {
  expect(await ended(launch(process.execPath, ['--eval', code]))).toBe(expected)
})

test('a program that is not there ends with 127 and one line', async () => {
  const launcher = launch('/nowhere/at/all', [])
  const [errors, code] = await Promise.all([text(launcher.stderr), ended(launcher)])
  expect(code).toBe(127)
  expect(errors.trim().split('\n')).toEqual([expect.stringContaining('cannot run /nowhere/at/all')])
})

test('a signal reaches the program, whose exit code then counts', async () => {
  const program = `process.on('SIGTERM', () => process.exit(3)); console.log('ready'); setInterval(() => {}, 1000)`
  const launcher = launch(process.execPath, ['--eval', program])
  launcher.stdout.once('data', () => launcher.kill('SIGTERM'))
  expect(await ended(launcher)).toBe(3)
})
