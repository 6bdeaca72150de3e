import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { SlowNetwork } from './slow-network.ts'

const HOST = '127.0.0.1'

/** A server that sends back what it gets, behind a slow network. */
const startEcho = async (options: { roundTripMs: number; bytesPerSecond: number }) => {
  const server = createServer((request, response) => void request.pipe(response))
  await once(server.listen(0, HOST), 'listening')
  const network = new SlowNetwork(options)
  onTestFinished(() => {
    network.close()
    server.close().closeAllConnections()
  })
  return { network, url: `http://${HOST}:${await network.leadTo((server.address() as AddressInfo).port, HOST)}` }
}

const ask = async (url: string, body: Uint8Array<ArrayBuffer>): Promise<Buffer> => {
  const response = await fetch(url, { method: 'POST', body })
  return Buffer.from(await response.arrayBuffer())
}

test('a slow network changes nothing of what several connections say at once', async () => {
  const { network, url } = await startEcho({ roundTripMs: 4, bytesPerSecond: 50_000_000 })
  const bodies = Array.from({ length: 5 }, () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))))
  const answers = await Promise.all(bodies.map((body) => ask(url, body)))
  expect(answers.map((answer, index) => answer.equals(bodies[index] ?? Buffer.alloc(0)))).toEqual(
    bodies.map(() => true),
  )
  expect(network.bytesDown).toBeGreaterThan(300_000)
})

test('it takes a round trip to connect, one to ask, and the time of the bytes in each direction', async () => {
  const { network, url } = await startEcho({ roundTripMs: 60, bytesPerSecond: 100_000 })
  const began = performance.now()
  await ask(url, Buffer.alloc(5_000))
  expect(performance.now() - began).toBeGreaterThan(60 + 60 + 50 - 5)
  const again = performance.now()
  await ask(url, Buffer.alloc(0))
  expect(performance.now() - again).toBeGreaterThan(55)
  await network.quiet(20)
  expect(performance.now() - again).toBeGreaterThan(75)
})
