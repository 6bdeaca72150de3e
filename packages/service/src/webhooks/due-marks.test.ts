import { expect, test } from 'vitest'
import { DueMarks } from './due-marks.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(start + ms)

test('a queue is passed over up to what may still be committed, and to what was left', () => {
  const marks = new DueMarks()
  expect(marks.dueFrom('one', after(0))).toBeUndefined()
  marks.looked('one', after(0), null)
  marks.looked('other', after(0), after(-60_000))
  marks.looked('busy', after(0), after(-1))
  expect(marks.dueFrom('one', after(1))).toEqual(after(-5_000))
  expect(marks.dueFrom('busy', after(1))).toEqual(after(-5_000))
  expect(marks.dueFrom('other', after(1))).toEqual(after(-60_000))
  marks.clear()
  expect(marks.dueFrom('one', after(1))).toBeUndefined()
})

test('all of a queue is looked at where the clock has been set back behind its mark', () => {
  const marks = new DueMarks()
  marks.looked('one', after(0), null)
  expect(marks.dueFrom('one', after(-1))).toBeUndefined()
})

test('all of a queue is looked at every second, however often its end is', () => {
  const marks = new DueMarks()
  for (const ms of [0, 500, 999]) marks.looked('one', after(ms), null)
  expect(marks.dueFrom('one', after(999))).toEqual(after(-4_001))
  expect(marks.dueFrom('one', after(1_000))).toBeUndefined()
})

test('queues that nobody looks at any more are forgotten, as of subscriptions that were deleted', () => {
  const marks = new DueMarks()
  for (let ms = 0; ms < 10_000; ms += 1) marks.looked(`deleted ${ms}`, after(ms), null)
  expect(marks.size).toBe(1_000)
  marks.looked('one', after(-1), null)
  expect(marks.size).toBe(1)
})
