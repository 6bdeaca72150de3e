import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process of its own: answers 200 to everything under `/up`, never to `/dead`, and tells its parent what arrived when. */
const nowMs = () => performance.timeOrigin + performance.now()

let arrivals: [id: string, atMs: number][] = []
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.url === '/dead') return
    arrivals.push([String(request.headers['webhook-id']), nowMs()])
    response.end()
  })
})
server.keepAliveTimeout = 60_000
setInterval(() => {
  if (arrivals.length === 0) return
  process.send?.({ arrivals })
  arrivals = []
}, 5)
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
