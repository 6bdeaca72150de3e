import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { report } from '../child.ts'

/** Answers 200 to everything but `/dead`, which it never answers, and tells its parent what arrived when, but at `/untold`. */
const nowMs = () => performance.timeOrigin + performance.now()
const REPORT_EVERY_MS = 5

let arrivals: [id: string, atMs: number][] = []
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    if (request.url === '/dead') return
    if (request.url !== '/untold') arrivals.push([String(request.headers['webhook-id']), nowMs()])
    response.end()
  })
})
server.keepAliveTimeout = 60_000
setInterval(() => {
  if (arrivals.length === 0) return
  process.send?.({ arrivals })
  arrivals = []
}, REPORT_EVERY_MS)
server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }))
