import type { Config } from '../platform/config.ts'
import type { ServiceOverrides } from './create-deps.ts'
import type { Service } from './service.ts'

/**
 * Loads the whole service and starts it: database, background jobs, HTTP. So a sandbox can load it beside its database.
 * @throws {ConfigError} `invalid_config` where the module of `COINSLOT_MODULE` cannot be used.
 * @throws {Error} `EADDRINUSE` or `operations_port_in_use` when a port is taken, `mode_mismatch`, `schema_too_new` or another code
 * of the manual's page of them when the database or its folder cannot be used; everything opened is closed again.
 */
export const startService = async (config: Config, given: ServiceOverrides = {}): Promise<Service> =>
  (await import('./service.ts')).startService(config, given)
