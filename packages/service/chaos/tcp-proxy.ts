import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How bytes pass between a process and its database. */
export type Passage =
  | { readonly kind: 'open' }
  /** Connections are taken, and nothing is ever heard of them. */
  | { readonly kind: 'black hole' }
  | { readonly kind: 'slow'; readonly ms: number }
  /** With this probability a statement is sent, a commit included, and its answer is cut off. */
  | { readonly kind: 'cut answers'; readonly isCut: () => boolean }

export interface TcpProxy {
  readonly port: number
  passage: Passage
  /** Resets every connection, and passes those that come on to another port. */
  moveTo(databasePort: number): void
  /** Resets every connection. */
  reset(): void
  close(): Promise<void>
}

const join = (client: Socket, upstream: Socket): void => {
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    from.on('error', () => undefined)
    from.on('close', () => to.destroy())
  }
}

/** Passes connections on to a database on this machine, well or badly. */
export const startTcpProxy = async (firstPort: number): Promise<TcpProxy> => {
  const clients = new Set<Socket>()
  let passage: Passage = { kind: 'open' }
  let databasePort = firstPort
  const pass = async (chunk: Buffer, to: Socket): Promise<void> => {
    if (passage.kind === 'black hole') return
    if (passage.kind === 'slow') {
      const { ms } = passage
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
    if (to.writable) to.write(chunk)
  }
  const server = createServer((client) => {
    const upstream = connect(databasePort, '127.0.0.1')
    clients.add(client)
    client.on('close', () => clients.delete(client))
    join(client, upstream)
    // One after the other, so that slowness does not change their order.
    let [sent, answered] = [Promise.resolve(), Promise.resolve()]
    client.on('data', (chunk: Buffer) => {
      sent = sent.then(() => pass(chunk, upstream))
      if (passage.kind === 'cut answers' && passage.isCut())
        void sent.then(() => setTimeout(() => client.resetAndDestroy(), 5))
    })
    upstream.on('data', (chunk: Buffer) => (answered = answered.then(() => pass(chunk, client))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reset = () => {
    for (const client of clients) client.resetAndDestroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    get passage() {
      return passage
    },
    set passage(next) {
      // What a black hole has swallowed would leave both sides waiting for good.
      if (passage.kind === 'black hole') reset()
      passage = next
    },
    moveTo: (next) => {
      databasePort = next
      reset()
    },
    reset,
    close: async () => {
      reset()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
