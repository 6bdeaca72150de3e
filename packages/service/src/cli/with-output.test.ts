import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withOutput } from './with-output.ts'

const COMMAND = fileURLToPath(new URL('../../bin/coinslot-service.js', import.meta.url))

const start = (stdout: 'pipe' | number) =>
  spawn(process.execPath, [COMMAND, 'help'], { stdio: ['ignore', stdout, 'pipe'] })

test('a reader who has read enough is no failure', async () => {
  const child = start('pipe')
  if (child.stdout === null || child.stderr === null) throw new Error('no pipes')
  child.stdout.destroy()
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([said, ended]).toEqual(['', [0, null]])
})

test('wrong usage has its exit code also where nobody reads what is told of it', async () => {
  const child = spawn(process.execPath, [COMMAND, 'nonsense'], { stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.destroy()
  expect(await once(child, 'close')).toEqual([2, null])
})

test.runIf(existsSync('/dev/full'))('a full disk is told in one line, with exit code 1', async () => {
  const full = openSync('/dev/full', 'w')
  const child = start(full)
  closeSync(full)
  if (child.stderr === null) throw new Error('no pipe')
  const [said, ended] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(said).toBe('Not all that the command had to say could be written: ENOSPC: no space left on device, write\n')
  expect(ended).toEqual([1, null])
})

test('what goes on until it is stopped stops when its reader has gone', async () => {
  const exit = await withOutput(async (lost) => {
    const stopped = once(lost, 'abort')
    process.stdout.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))
    await stopped
    return 0
  })
  expect(exit).toBe(0)
})

test('a command that fails is told of by its own line alone, also on a full disk', async () => {
  const exit = await withOutput(async () => {
    process.stdout.emit('error', Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }))
    return 1
  })
  expect(exit).toBe(1)
})
