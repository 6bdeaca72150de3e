import { expect, test } from 'vitest'
import { createTestClock } from '../../test/test-clock.ts'
import { merchantAtWork, onBehalfOf } from '../db/behalf.ts'
import { createLogger } from './log.ts'
import { WriteBuffer } from './write-buffer.ts'

const bufferOf = (write: (rows: readonly number[]) => Promise<void>) => {
  const lines: string[] = []
  const clock = createTestClock()
  const log = createLogger('info', { write: (line) => void lines.push(line) })
  const buffer = new WriteBuffer<number>({ clock, log, name: 'rows', flushAfterMs: 100, maxWaiting: 3, write })
  return { buffer, clock, lines }
}

test('rows go out together after their time, and those past the bound are dropped', async () => {
  const written: (readonly number[])[] = []
  const { buffer, clock } = bufferOf(async (rows) => void written.push(rows))
  for (const row of [1, 2, 3, 4]) buffer.add(row)
  clock.advance(99)
  expect(written).toEqual([])
  clock.advance(1)
  await buffer.flush()
  buffer.add(5)
  await buffer.close()
  buffer.add(6)
  await buffer.flush()
  expect(written).toEqual([[1, 2, 3], [5]])
})

test('rows that could not be written are told of, and the next are', async () => {
  const written: (readonly number[])[] = []
  let isBroken = true
  const { buffer, lines } = bufferOf(async (rows) => {
    if (isBroken) throw new Error('no database')
    written.push(rows)
  })
  buffer.add(1)
  await buffer.flush()
  isBroken = false
  buffer.add(2)
  await buffer.flush()
  expect(written).toEqual([[2]])
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { lost: 1, msg: 'rows could not be written' },
  ])
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A buffer whose writes take until they are finished. */
const slowBuffer = () => {
  const written: (readonly number[])[] = []
  let end = (): void => {}
  const { buffer, clock } = bufferOf(async (rows) => {
    written.push(rows)
    await new Promise<void>((resolve) => (end = resolve))
  })
  const timePasses = () => {
    clock.advance(100)
    return settled()
  }
  const finish = () => {
    end()
    return settled()
  }
  return { buffer, written, timePasses, finish }
}

test('each lot goes out after its own time, and only once the one before is written', async () => {
  const { buffer, written, timePasses, finish } = slowBuffer()
  buffer.add(1)
  await timePasses()
  buffer.add(2)
  await timePasses()
  expect(written).toEqual([[1]])
  await finish()
  expect(written).toEqual([[1], [2]])
  await finish()
  await buffer.close()
})

test('no more rows than the bound wait for a write that takes its time, however long that is', async () => {
  const { buffer, written, timePasses, finish } = slowBuffer()
  for (const row of [1, 2, 3, 4, 5, 6]) {
    buffer.add(row)
    await timePasses()
  }
  await finish()
  expect(written).toEqual([[1], [2, 3, 4]])
  buffer.add(7)
  await finish()
  await timePasses()
  await finish()
  expect(written).toEqual([[1], [2, 3, 4], [7]])
  await buffer.close()
})

test('rows of many are written in the turn of none of them', async () => {
  const writers: (string | undefined)[] = []
  const { buffer } = bufferOf(async () => void writers.push(merchantAtWork()))
  await onBehalfOf('merchant', () => {
    buffer.add(1)
    return buffer.flush()
  })
  expect(writers).toEqual([undefined])
})
