import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

const pem = (name: string) => readFileSync(new URL(`./tls/${name}.pem`, import.meta.url), 'utf8')
/** The authority of the TLS endpoint's certificate: itself. It names right.example alone. */
export const TEST_CA = pem('right.example.cert')

/** What an endpoint does with a request; `body` has been read. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage, body: string) => void

export interface Received {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string
}

export interface FaultEndpoint {
  readonly url: string
  readonly port: number
  /** Every request, in the order of arrival. */
  readonly received: Received[]
  /** What the next requests meet: one behaviour each, the last one ever after. */
  behave(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

export interface FaultEndpointOptions {
  readonly host?: string
  readonly tls?: boolean
}

export const answer =
  (status: number, headers: Record<string, string> = {}, body = 'secret of the endpoint'): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end(body)
/** Accepts the request and stays silent. */
export const neverAnswer: Behaviour = () => undefined
/** Breaks the connection after half of a promised body. */
export const resetInMidAnswer: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': 100 })
  response.write('half', () => response.socket?.resetAndDestroy())
}
/** Sends without end, as fast as it is read. */
export const endlessAnswer: Behaviour = (response) => {
  response.writeHead(200)
  const chunk = 'x'.repeat(16_384)
  const write = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', write)
  write()
}
/** Sends bytes as they stand, and then the same again without end, as fast as they are read. */
export const endless =
  (head: string, rest: string): Behaviour =>
  ({ socket }) => {
    const write = () => {
      while (socket !== null && !socket.destroyed && socket.write(rest));
    }
    socket?.on('drain', write)
    socket?.write(head)
    write()
  }
/** Says that it is about to answer, without end, and never does. */
export const endlessInformation = endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100))
/** Sends the head at once and then a byte now and then. */
export const trickle: Behaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** Starts an endpoint on a real socket, which answers 200 until told otherwise. */
export const startFaultEndpoint = async ({
  host = '127.0.0.1',
  tls = false,
}: FaultEndpointOptions = {}): Promise<FaultEndpoint> => {
  const received: Received[] = []
  let behaviours: Behaviour[] = [answer(200)]
  const listener: RequestListener = async (request, response) => {
    const body = await readBody(request)
    received.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body })
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    behaviour?.(response, request, body)
  }
  const server = tls
    ? createTlsServer({ key: pem('right.example.key'), cert: TEST_CA }, listener)
    : createServer(listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://${host}:${port}/hook`,
    port,
    received,
    behave: (...next) => (behaviours = next),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
