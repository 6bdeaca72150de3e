import type { DatabaseConfig } from '../db/database.ts'
import type { Config } from './config.ts'

/** Where the data is, in words that hold no password. */
export const nameOfData = (database: DatabaseConfig): string => {
  if (database.kind === 'embedded') return database.dataDir
  const { host, pathname } = new URL(database.url)
  return `postgres://${host}${pathname}`
}

/** What a log may hold of a configuration: no secrets. */
export const describeConfig = ({ database, secretKeys, ...config }: Config): Readonly<Record<string, unknown>> => ({
  mode: config.mode,
  base_url: config.baseUrl,
  host: config.host,
  port: config.port,
  operations_port: config.operationsPort,
  data: nameOfData(database),
  secret_keys: secretKeys?.length ?? 'generated',
  log_level: config.logLevel,
  dashboard: config.dashboard,
  drain_seconds: config.drainSeconds,
  allow_private_webhooks: config.allowPrivateWebhooks,
  trusted_proxies: config.trustedProxies,
  sanctioned_countries: config.sanctionedCountries,
  phone_countries: config.phoneCountries,
  module: config.module,
  smtp_host: config.smtp?.host ?? null,
  smtp_from: config.smtp?.from ?? null,
  codes_per_hour: config.codesPerHour,
  requests_per_minute: config.requestsPerMinute,
  ...(database.kind === 'postgres' ? { database_pool: database.poolSize } : {}),
})
