import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on an origin of its own that answers every request with one page. */
export const serveText = async (page: string | (() => Promise<string>)) => {
  const server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    void Promise.resolve(typeof page === 'string' ? page : page()).then((text) => response.end(text))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://localhost:${port}`, close }
}
