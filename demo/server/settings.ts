import { resolve } from 'node:path'

/** What the shop needs to run; `npm start` sets all of it. */
export interface Settings {
  readonly port: number
  /** Where players reach the shop. */
  readonly url: string
  readonly dataDir: string
  /** The Coinslot service. */
  readonly serviceUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A variable of the environment that is missing or cannot be used. */
class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads the shop's settings. @throws SettingsError, naming the variable */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const port = env['COINSLOT_DEMO_PORT'] || '4100'
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) {
    throw new SettingsError('COINSLOT_DEMO_PORT must be a port from 1 to 65535')
  }
  return {
    port: Number(port),
    url: `http://localhost:${port}`,
    dataDir: resolve(env['COINSLOT_DEMO_DATA'] || '.coinslot/demo'),
    serviceUrl: required(env, 'COINSLOT_DEMO_SERVICE_URL'),
    clientId: required(env, 'COINSLOT_CLIENT_ID'),
    clientSecret: required(env, 'COINSLOT_CLIENT_SECRET'),
  }
}

const required = (env: Readonly<Record<string, string | undefined>>, name: string): string => {
  const value = env[name]
  if (!value) throw new SettingsError(`${name} must be set`)
  return value
}
