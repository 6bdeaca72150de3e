import { expect, test } from 'vitest'
import { readBody } from './read-body.ts'

const streamed = (...chunks: readonly string[]) => {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  return new Request('https://shop.test', { method: 'POST', body, duplex: 'half' } as RequestInit)
}
const textOf = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : new TextDecoder().decode(bytes))

test('a body is read in the order in which it comes, up to its limit', async () => {
  expect(textOf(await readBody(streamed('one ', 'two ', 'three'), 13))).toBe('one two three')
})

test('a body is read as well that comes byte by byte', async () => {
  const text = 'x'.repeat(20_000)
  expect(textOf(await readBody(streamed(...text), text.length))).toBe(text)
})

test('of a body that is too large nothing is taken, whether it says so or not', async () => {
  expect(await readBody(streamed('one ', 'two ', 'three'), 12)).toBeUndefined()
  const announced = new Request('https://shop.test', { method: 'POST', body: 'x', headers: { 'content-length': '13' } })
  expect(await readBody(announced.clone(), 12)).toBeUndefined()
  expect(textOf(await readBody(announced, 13))).toBe('x')
})

test('what comes after the limit is not waited for', async () => {
  let isCancelled = false
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(8)),
    cancel: () => void (isCancelled = true),
  })
  const init = { method: 'POST', body: endless, duplex: 'half' } as RequestInit
  expect(await readBody(new Request('https://shop.test', init), 12)).toBeUndefined()
  expect(isCancelled).toBe(true)
})

test('a request without a body has an empty one', async () => {
  expect(await readBody(new Request('https://shop.test'), 12)).toEqual(new Uint8Array())
})

test.each([
  ['has read it', (request: Request) => request.text()],
  ['is reading it', (request: Request) => request.body?.getReader()],
])('a body is refused by a code where somebody else %s', async (_, read) => {
  const request = new Request('https://shop.test', { method: 'POST', body: '{}' })
  await read(request)
  await expect(readBody(request, 12)).rejects.toMatchObject({
    code: 'invalid_configuration',
    message: expect.stringContaining('read before Coinslot could'),
  })
  const cloned = new Request('https://shop.test', { method: 'POST', body: '{}' })
  await read(cloned.clone())
  expect(textOf(await readBody(cloned, 12))).toBe('{}')
})

test('a piece is kept no longer than until it is read: a million of one byte each take no more than a million bytes', async () => {
  const piece = new Uint8Array(1)
  let given = 0
  const pull = (controller: ReadableStreamDefaultController) => {
    if (given === 5) return controller.close()
    piece[0] = ++given
    controller.enqueue(piece)
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const request = new Request('https://shop.test', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(await readBody(request, 5)).toEqual(new Uint8Array([1, 2, 3, 4, 5]))
})
