import { createServer } from 'node:net'

/** The shop's port, which must be a number and free. @throws one line that names the variable */
export const claimDemoPort = async (
  env: Readonly<Record<string, string | undefined>>,
  host = '127.0.0.1',
): Promise<number> => {
  const text = env['COINSLOT_DEMO_PORT'] || '4100'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Error('COINSLOT_DEMO_PORT must be a port from 1 to 65535')
  }
  const failure = await tryToListen(port, host)
  if (failure === 'EADDRINUSE') throw new Error(`port ${port} is taken: set COINSLOT_DEMO_PORT to another`)
  if (failure === 'EADDRNOTAVAIL') throw new Error(`the shop needs ${host}, which this machine does not have`)
  if (failure !== null) throw new Error(`port ${port} is refused (${failure}): set COINSLOT_DEMO_PORT to another`)
  return port
}

/** @returns the system's code where nobody can listen there. */
const tryToListen = (port: number, host: string): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
