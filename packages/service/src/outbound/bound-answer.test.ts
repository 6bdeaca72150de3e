import { EventEmitter } from 'node:events'
import { type ClientRequest, maxHeaderSize } from 'node:http'
import { expect, test, vi } from 'vitest'
import { boundAnswer } from './bound-answer.ts'

test('the attack of session tickets without end is told of, and of those that servers give is not', () => {
  const [request, socket] = [new EventEmitter(), new EventEmitter()]
  const onTooMuch = vi.fn<() => void>()
  boundAnswer(request as ClientRequest, 0, onTooMuch)
  request.emit('socket', socket)
  for (let tickets = 0; tickets < 16; tickets += 1) socket.emit('session', Buffer.alloc(1))
  expect(onTooMuch).not.toHaveBeenCalled()
  socket.emit('session', Buffer.alloc(1))
  expect(onTooMuch).toHaveBeenCalledOnce()
  request.emit('close')
  expect(socket.eventNames()).toEqual([])
})

test('more is told of than the heads and the body of an answer can need, and so much is not', () => {
  const [request, socket] = [new EventEmitter(), new EventEmitter()]
  const onTooMuch = vi.fn<() => void>()
  boundAnswer(request as ClientRequest, 10, onTooMuch)
  request.emit('socket', socket)
  socket.emit('data', Buffer.alloc(18 * maxHeaderSize + 60))
  expect(onTooMuch).not.toHaveBeenCalled()
  socket.emit('data', Buffer.alloc(1))
  expect(onTooMuch).toHaveBeenCalledOnce()
})
