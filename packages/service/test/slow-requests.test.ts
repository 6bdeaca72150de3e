import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './harness.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ overrides: { requestTimeoutMs: 300 } })
})
afterAll(() => service.close())

const START = 'POST /auth/v1/oauth2/token HTTP/1.1\r\nhost: coinslot.example\r\n'

/** Sends the beginning of a request and then nothing more. */
const sendAndWait = async (beginning: string): Promise<string> => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(beginning)
  return text(socket)
}

test.each([
  ['headers', START],
  ['body', `${START}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"client_id":`],
])('a request whose %s stop arriving gets the envelope of a 408 and loses its connection', async (_part, beginning) => {
  const answer = await sendAndWait(beginning)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: { status: 408 } })
})

test.each([
  ['is the caller’s where the headers have come', 'x-request-id: order-7\r\ncontent-length: 9\r\n\r\n{', 'order-7'],
  ['is a new one where they have not', 'x-request-id: order-7\r\n', expect.stringMatching(/^[\w-]{36}$/)],
])('the request id of what does not arrive whole %s', async (_name, rest, id) => {
  const whole = `${START}x-request-id: order-6\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
  const answers = await sendAndWait(`${whole}${START}content-type: application/json\r\n${rest}`)
  expect([...answers.matchAll(/^x-request-id: (.*)\r$/gm)].map(([, each]) => each)).toEqual(['order-6', id])
})
