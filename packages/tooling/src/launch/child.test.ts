import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { here } from '../steps/workspace.ts'

type Launcher = ChildProcessByStdio<null, Readable, Readable>

const program = (name: string): string => here('packages/tooling/test/programs', `${name}.js`)

/** A process that runs a program and ends with its exit code, as the launcher does. */
const launch = (file: string, args: readonly string[] = []): Launcher =>
  spawn(process.execPath, [program('launch'), file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })

const ended = (launcher: Launcher) => new Promise((resolve) => launcher.once('close', resolve))

test.each([
  ['exits-with-7', 7],
  ['kills-itself', 137],
])('a program that %s ends the launcher with %d', async (name, expected) => {
  expect(await ended(launch(process.execPath, [program(name)]))).toBe(expected)
})

test('a program that is not there ends with 127 and one line', async () => {
  const launcher = launch('/nowhere/at/all')
  const [errors, code] = await Promise.all([text(launcher.stderr), ended(launcher)])
  expect(code).toBe(127)
  expect(errors.trim().split('\n')).toEqual([expect.stringContaining('cannot run /nowhere/at/all')])
})

test('a signal reaches the program, whose exit code then counts', async () => {
  const launcher = launch(process.execPath, [program('exits-with-3-when-asked')])
  launcher.stdout.once('data', () => launcher.kill('SIGTERM'))
  expect(await ended(launcher)).toBe(3)
})

test.skipIf(process.platform === 'win32')('npm that is killed alone leaves no program behind', async () => {
  const words = [process.execPath, program('launch'), process.execPath, program('exits-with-3-when-asked')]
  // The shell stands for npm: it waits for its script, and dies without a word to it.
  const npm = spawn('sh', ['-c', '"$@"; exit', 'sh', ...words], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  npm.stdout.once('data', () => npm.kill('SIGKILL'))
  // Whatever is left keeps the output open.
  await new Promise((resolve) => npm.stdout.once('close', resolve))
  expect(npm.signalCode).toBe('SIGKILL')
})
