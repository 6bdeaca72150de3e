import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogBuffer } from './log-buffer.ts'

const pieces: string[] = []
let synced = 0
const output = {
  write: (text: string) => void pieces.push(text),
  flushSync: () => void (synced += 1),
}

let buffer: LogBuffer
beforeEach(() => {
  vi.useFakeTimers()
  pieces.length = 0
  buffer = new LogBuffer(output)
})
afterEach(() => void vi.useRealTimers())

test('lines go out in one piece, 200 ms after the first of them', () => {
  buffer.write('a\n')
  vi.advanceTimersByTime(150)
  buffer.write('b\n')
  expect(pieces).toEqual([])
  vi.advanceTimersByTime(50)
  expect(pieces).toEqual(['a\nb\n'])
  vi.advanceTimersByTime(1_000)
  expect(pieces).toHaveLength(1)
})

test('lines go out at once when there are 8,192 characters of them', () => {
  buffer.write('a'.repeat(8_191))
  expect(pieces).toEqual([])
  buffer.write('\n')
  expect(pieces).toEqual([`${'a'.repeat(8_191)}\n`])
  buffer.write('b\n')
  vi.advanceTimersByTime(200)
  expect(pieces).toHaveLength(2)
})

test('a line that goes out now comes after those that wait', () => {
  buffer.write('a\n')
  buffer.writeNow('b\n')
  expect(pieces).toEqual(['a\nb\n'])
})

test('a flush leaves nothing behind', () => {
  const before = synced
  buffer.write('a\n')
  buffer.flushSync()
  expect(pieces).toEqual(['a\n'])
  expect(synced).toBe(before + 1)
})

const runProcess = (script: string): Promise<{ stdout: string; stderr: string }> => {
  const log = JSON.stringify(new URL('./log.ts', import.meta.url).href)
  const args = ['--conditions=@coinslot/source', '--input-type=module', '-e']
  const program = `import { announce, createLogger } from ${log}; ${script}`
  return promisify(execFile)(process.execPath, [...args, program])
}
const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const runWithLog = async (script: string) => linesOf((await runProcess(script)).stdout)

test('a process that ends at once has written its last line', async () => {
  expect(await runWithLog(`createLogger('info').info('the last line'); process.exit(0)`)).toEqual([
    expect.objectContaining({ msg: 'the last line' }),
  ])
})

test('a process with many loggers, as one with a sandbox for each of its tests, writes the last line of each, and warns of nothing', async () => {
  const { stdout, stderr } = await runProcess(
    `const logs = Array.from({ length: 12 }, () => createLogger('info')); for (const [nr, log] of logs.entries()) log.info({ nr })`,
  )
  expect(linesOf(stdout).map(({ nr }) => nr)).toEqual(Array.from({ length: 12 }, (_, nr) => nr))
  expect(stderr).not.toMatch(/MaxListeners/)
})

test('what is announced comes after what is being written, whatever the level', async () => {
  const long = 'x'.repeat(8_192)
  expect(await runWithLog(`const log = createLogger('info'); log.info('${long}'); announce(log, 'Ready')`)).toEqual([
    expect.objectContaining({ msg: long }),
    expect.objectContaining({ msg: 'Ready' }),
  ])
  expect(await runWithLog(`announce(createLogger('silent'), 'Ready')`)).toEqual([
    { level: 30, time: expect.any(String), msg: 'Ready' },
  ])
})
