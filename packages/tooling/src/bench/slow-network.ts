import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { SlowLine } from './slow-line.ts'

export interface SlowNetworkOptions {
  /** A byte there and one back; a new connection costs as much before it carries anything. */
  readonly roundTripMs: number
  /** In each direction, shared by all connections. */
  readonly bytesPerSecond: number
}

/**
 * A slow way to servers of this machine, for all that asks by its ports: TCP itself is slow there, whatever process, frame or
 * worker of a browser asks. It knows no loss and no slow start.
 */
export class SlowNetwork {
  readonly #options: SlowNetworkOptions
  readonly #up: SlowLine
  readonly #down: SlowLine
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()

  constructor(options: SlowNetworkOptions) {
    const line = { bytesPerSecond: options.bytesPerSecond, delayMs: options.roundTripMs / 2 }
    this.#options = options
    this.#up = new SlowLine(line)
    this.#down = new SlowLine(line)
  }

  /** Bytes that have come to who asks, from all servers. */
  get bytesDown(): number {
    return this.#down.bytes
  }

  /** A port of `host` behind which the slow way leads to this server. */
  async leadTo(port: number, host: string): Promise<number> {
    const server = createServer({ allowHalfOpen: true }, (near) => {
      const far = connect({ port, host, allowHalfOpen: true })
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket.setNoDelay(true)
        socket.on('error', () => {
          near.destroy()
          far.destroy()
        })
        socket.on('close', () => this.#sockets.delete(socket))
      }
      const startMs = performance.now() + this.#options.roundTripMs
      this.#up.carry(near, far, startMs)
      this.#down.carry(far, near, startMs)
    })
    this.#servers.push(server)
    await once(server.listen(0, host), 'listening')
    return (server.address() as AddressInfo).port
  }

  /** Waits until nothing has arrived for a while. */
  async quiet(forMs: number): Promise<void> {
    const waitMs = () => Math.max(this.#up.arrivedMs, this.#down.arrivedMs) + forMs - performance.now()
    while (waitMs() > 0) await new Promise((resolve) => setTimeout(resolve, waitMs()))
  }

  close(): void {
    for (const server of this.#servers) server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}
