import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_ENDED, SESSION_RENEWED } from '../session.ts'
import { DashboardError } from './dashboard-error.ts'
import { againLater } from './tried-again.ts'

const frame = new EventTarget()
beforeEach(() => {
  for (const name of ['addEventListener', 'dispatchEvent'] as const) vi.stubGlobal(name, frame[name].bind(frame))
})
afterEach(() => vi.unstubAllGlobals())

test('what could not be read without a session is read once with the next one, and not with each that follows', () => {
  const ended = vi.fn<() => void>()
  frame.addEventListener(SESSION_ENDED, ended)
  const read = vi.fn<() => void>()
  againLater(new DashboardError('session_ended', 'Your session has ended'), read)
  expect([ended.mock.calls.length, read.mock.calls.length]).toEqual([1, 0])
  for (let count = 0; count < 2; count += 1) frame.dispatchEvent(new Event(SESSION_RENEWED))
  expect(read).toHaveBeenCalledOnce()
})
