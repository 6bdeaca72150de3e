import { createServer } from 'node:net'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The shop's port, which must be a number and free, as the service's must be: that is said before anything is built.
 * @throws one line that names what to set
 */
export const claimPorts = async (env: Environment, host = '127.0.0.1'): Promise<number> => {
  const shop = shopPort(env)
  const service = servicePort(env)
  const isServiceTaken = service !== null && (await tryToListen(service, env['COINSLOT_HOST'] || host)) === 'EADDRINUSE'
  const failure = await tryToListen(shop, host)
  if (isServiceTaken && failure === 'EADDRINUSE')
    throw new Error(`ports ${service} and ${shop} are taken: set COINSLOT_PORT and COINSLOT_DEMO_PORT to others`)
  if (isServiceTaken) throw new Error(`port ${service} is taken: set COINSLOT_PORT to another`)
  if (failure === 'EADDRINUSE') throw new Error(`port ${shop} is taken: set COINSLOT_DEMO_PORT to another`)
  if (failure === 'EADDRNOTAVAIL') throw new Error(`the shop needs ${host}, which this machine does not have`)
  if (failure !== null) throw new Error(`port ${shop} is refused (${failure}): set COINSLOT_DEMO_PORT to another`)
  return shop
}

const shopPort = (env: Environment): number => {
  const port = portOf(env['COINSLOT_DEMO_PORT'] || '4100')
  if (port === null) throw new Error('COINSLOT_DEMO_PORT must be a port from 1 to 65535')
  return port
}

/** Null where the service takes a free one, or has to say itself that this is no port. */
const servicePort = (env: Environment): number | null => portOf(env['COINSLOT_PORT']?.trim() || '4000')

const portOf = (text: string): number | null => {
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : null
}

/** @returns the system's code where nobody can listen there. */
const tryToListen = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
