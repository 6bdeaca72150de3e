import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { letArriveSlowly, mayBeSlow } from './slow-body.ts'

const REQUEST_MS = 1_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A file whose first byte has come. */
const beginFile = () => {
  const socket = { bytesRead: 1 }
  const raw = Object.assign(new EventEmitter(), { socket, readableLength: 0 })
  const server = Object.assign(new EventEmitter(), { requestTimeout: REQUEST_MS })
  const cutOff: unknown[] = []
  server.on('clientError', (error: { code?: string }, of: unknown) => cutOff.push([error.code, of === socket]))
  const body = letArriveSlowly(server as unknown as Server, raw as unknown as IncomingMessage)
  const afterTimes = (times: number, bytesEach = 0): void => {
    for (let time = 0; time < times; time += 1) {
      socket.bytesRead += bytesEach
      vi.advanceTimersByTime(REQUEST_MS)
    }
  }
  return { raw, body, cutOff, afterTimes, isMinded: () => mayBeSlow(socket as Socket) }
}

const CUT_OFF = [['ERR_HTTP_REQUEST_TIMEOUT', true]]

test('a file has as long as it comes, and is cut off where nothing of it has come in the time of a request', () => {
  const file = beginFile()
  file.afterTimes(3, 1)
  expect([file.cutOff, file.isMinded()]).toEqual([[], true])
  file.afterTimes(1)
  expect([file.cutOff, file.isMinded()]).toEqual([CUT_OFF, false])
  file.afterTimes(20)
  expect(file.cutOff).toEqual(CUT_OFF)
})

test('a file that goes on coming is cut off after ten times as long as a request has', () => {
  const file = beginFile()
  file.afterTimes(9, 1)
  expect(file.cutOff).toEqual([])
  file.afterTimes(1, 1)
  expect(file.cutOff).toEqual(CUT_OFF)
})

test.each(['end', 'close'])('what follows a file on its connection is left alone after its %s', (event) => {
  const file = beginFile()
  file.raw.emit(event)
  expect([file.isMinded(), vi.getTimerCount()]).toEqual([false, 0])
  file.afterTimes(20)
  expect(file.cutOff).toEqual([])
})

test('how much of a file came in the last time of a request is told, once the first is over', () => {
  const { body, afterTimes } = beginFile()
  expect(body.lately()).toBe(null)
  afterTimes(1, 700)
  expect(body.lately()).toBe(700)
  afterTimes(1, 20)
  expect(body.lately()).toBe(20)
})

test.each(['end', 'close'])(
  'nothing is told of a file that has come slowly after its %s, nor is it cut off',
  (event) => {
    const { raw, body, cutOff, afterTimes } = beginFile()
    afterTimes(1, 20)
    raw.emit(event)
    expect(body.lately()).toBe(null)
    body.cutOff()
    expect(cutOff).toEqual([])
  },
)

test('a file of which some waits to be taken up is not slow, as while the database is, nor has it halted', () => {
  const { raw, body, cutOff, afterTimes } = beginFile()
  raw.readableLength = 65_536
  afterTimes(1, 20)
  expect(body.lately()).toBe(null)
  afterTimes(1)
  expect(cutOff).toEqual([])
  raw.readableLength = 0
  afterTimes(1, 20)
  expect([body.lately(), cutOff]).toEqual([20, []])
})

test('a file is cut off where somebody says so, and once', () => {
  const file = beginFile()
  file.body.cutOff()
  file.afterTimes(20)
  expect([file.cutOff, file.isMinded()]).toEqual([CUT_OFF, false])
})
