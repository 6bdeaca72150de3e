import { createServer } from 'node:net'

/** The shop's port, which must be a number and free. @throws one line that names the variable */
export const claimDemoPort = async (env: Readonly<Record<string, string | undefined>>): Promise<number> => {
  const text = env['COINSLOT_DEMO_PORT'] || '4100'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) {
    throw new Error('COINSLOT_DEMO_PORT must be a port from 1 to 65535')
  }
  if (!(await isFree(port))) throw new Error(`port ${port} is taken: set COINSLOT_DEMO_PORT to another`)
  return port
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
