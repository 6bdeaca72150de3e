import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const READY = 'Z'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

const messageOf = (type: string, body: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
/** What PgBouncer says to `begin` where `pool_mode` is `statement`. */
const NO_TRANSACTIONS = Buffer.concat([
  messageOf('E', 'SERROR\0C08P01\0Mtransaction blocks not allowed in statement pooling mode\0\0'),
  messageOf('Z', 'I'),
])

/** Tells after each chunk of a server's whether it is ready outside of any transaction. */
const readsIdle = (): ((chunk: Buffer) => boolean) => {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let isIdle = false
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      isIdle = rest[0] === READY && rest[5] === IDLE
      rest = rest.subarray(length)
    }
    return isIdle
  }
}

export interface TransactionPooler {
  /** The database's address, through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/**
 * A pooler that gives a client a connection for one transaction at a time: the one that was used last, if that is free.
 * @param mode `statement` where it gives one for a statement alone, and so lets nobody begin a transaction.
 */
export const startTransactionPooler = async (
  url: string,
  mode: 'transaction' | 'statement' = 'transaction',
): Promise<TransactionPooler> => {
  const { hostname, port } = new URL(url)
  const free: Socket[] = []
  const servers = new Map<Socket, Socket | null>()
  const clients = new Set<Socket>()
  const openServer = (client: Socket): Socket => {
    const server = connect(Number(port), hostname)
    const isIdle = readsIdle()
    servers.set(server, client)
    server.on('data', (chunk) => {
      servers.get(server)?.write(chunk)
      if (!isIdle(chunk)) return
      servers.set(server, null)
      free.push(server)
    })
    server.on('error', () => undefined)
    return server
  }
  const pooler = createServer((client) => {
    clients.add(client)
    // It logs in over one of its own, which is everybody's from then on.
    const own = openServer(client)
    client.on('data', (chunk) => {
      if (chunk[0] === TERMINATE) return
      if (mode === 'statement' && chunk.includes('begin')) return void client.write(NO_TRANSACTIONS)
      const held = [...servers].find(([, holder]) => holder === client)?.[0] ?? free.pop() ?? own
      servers.set(held, client)
      held.write(chunk)
    })
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
  return {
    url: through.href,
    close: async () => {
      for (const socket of [...clients, ...servers.keys()]) socket.destroy()
      await new Promise((resolve) => pooler.close(resolve))
    },
  }
}
