import { randomInt } from 'node:crypto'
import { createServer, type Server } from 'node:net'

/** Below those that systems give to whoever asks for any: no other test's server takes one while what it is for starts. */
const FIRST = 20_000
const BLOCKS = 199
const PORTS_PER_BLOCK = 64

/** @returns null where something listens there. */
const listenOn = (port: number): Promise<Server | null> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

const isFree = async (port: number): Promise<boolean> => {
  const server = await listenOn(port)
  if (server === null) return false
  await new Promise((resolve) => server.close(resolve))
  return true
}

/**
 * Ports that nothing listens on, none twice, and none that another process is given this way: a block of them belongs to
 * whoever listens on its first, until that process ends.
 */
export async function* portsFrom(firstBlock: number): AsyncGenerator<number, never> {
  for (let turn = 0; turn < BLOCKS; turn += 1) {
    const first = FIRST + ((firstBlock + turn) % BLOCKS) * PORTS_PER_BLOCK
    const claim = await listenOn(first)
    if (claim === null) continue
    claim.unref()
    for (let port = first + 1; port < first + PORTS_PER_BLOCK; port += 1) if (await isFree(port)) yield port
  }
  throw new Error('Every block of ports for tests is taken')
}

const ports = portsFrom(randomInt(BLOCKS))

/** A port of this machine that nothing listens on now. */
export const freePort = async (): Promise<number> => (await ports.next()).value

/** So many of them, all different. */
export const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, freePort))
