import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { DatabaseConfig } from '../db/database.ts'
import { isCountryCode } from './country-codes.ts'
import { SANCTIONED_COUNTRIES } from './sanctioned-countries.ts'
import { SECRET_KEY_CHARACTERS, splitSecretKeys } from './secret-keys.ts'
import { isLoopback } from './loopback.ts'
import { leavesSomebodyOut } from './proxy-range.ts'
import { shownValue } from './shown-value.ts'
import { isMailAddress, readSmtpUrl, type SmtpConfig } from './smtp-rules.ts'
import { warnOfUnknown } from './unknown-variables.ts'
import { withoutUnseen } from './unseen-rules.ts'

/** A value of the environment that cannot be used; its message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly code = 'invalid_config'
}

/** Everything the service takes from outside, checked once. @see decisions.md §9 */
export interface Config {
  readonly port: number
  readonly host: string
  /** Origin and path prefix under which buyers and merchants reach the service; no trailing slash. */
  readonly baseUrl: string
  readonly mode: 'sandbox' | 'production'
  readonly database: DatabaseConfig
  /** Newest first, each of at least 32 characters; null where one is generated beside the embedded database. */
  readonly secretKeys: readonly string[] | null
  readonly allowPrivateWebhooks: boolean
  readonly logLevel: LogLevel
  /** Addresses and CIDR ranges of proxies whose `x-forwarded-for` is believed. */
  readonly trustedProxies: readonly string[]
  /** ISO 3166-1 alpha-2 codes of countries that get ERR03. */
  readonly sanctionedCountries: readonly string[]
  /** API requests that one client may send per minute to one process. */
  readonly requestsPerMinute: number
  /** One-time codes by e-mail, and as many by phone, that one merchant may send per hour; ten times as many per day. */
  readonly codesPerHour: number
  /** ISO 3166-1 alpha-2 codes of countries whose phones are sent codes; none stands for all. */
  readonly phoneCountries: readonly string[]
  /** Where `/metrics`, `/docs` and `/openapi.json` are answered instead of on `port`; null for `port`. */
  readonly operationsPort: number | null
  /** Whether the dashboard is served. */
  readonly dashboard: boolean
  /** Seconds for which a process that was asked to stop says that it is not ready, before it takes no more requests; 0 to 3. */
  readonly drainSeconds: number
  /** Absolute path of a module that exports `processor`, `kyc` or `sender`; null for none. */
  readonly module: string | null
  /** Takes codes for mailboxes; null where nobody was named. */
  readonly smtp: SmtpConfig | null
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const expecting = <T extends z.ZodType>(schema: T, expectation: string) => ({ schema, expectation, isUnshown: false })
/** Of what may hold a secret, which no message shows. */
const unshown = <T extends z.ZodType>(schema: T, expectation: string) => ({ schema, expectation, isUnshown: true })

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
/** Commas alone are no list of nothing: what two variables that are not set leave of `$A,$B` would lift a limit. */
const list = (item: z.ZodType<string, string>) => z.string().transform(partsOf).pipe(z.array(item).min(1))

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Whether the host of a URL is an address or can be a name: a URL takes `a.example,b.example` for one. */
const namesOneHost = ({ hostname }: URL): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(hostname)

/** With a zone, as link-local addresses of IPv6 have one (`fe80::1%eth0`), no URL takes it. */
const hasZone = (host: string): boolean => host.includes('%') && isIPv6(host)

const isHost = (text: string): boolean => {
  if (hasZone(text)) return true
  const url = URL.parse(`http://${hostInUrl(text)}`)
  return url !== null && !/[\s/]/.test(text) && namesOneHost(url)
}

const isHttpUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !/[?#\s]/.test(text) &&
    `${url.username}${url.password}` === '' &&
    namesOneHost(url)
  )
}
/** No text of Postgres holds it, and Node looks up no host of that name, for good. */
const NUL = '%00'

/** An empty one, as in a URL, stands for the scheme's own. */
const isPort = (text: string): boolean => /^\d*$/.test(text) && Number(text) <= 65_535

/** Whether a text can name a Postgres database on one server, its password written so that no part of it is taken for host or database. */
export const isPostgresUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^postgres(ql)?:$/.test(url.protocol) &&
    !url.hostname.includes(',') &&
    isPort(url.searchParams.get('port') ?? '') &&
    !text.includes(NUL) &&
    !`${url.pathname}${url.search}${url.hash}`.includes('@')
  )
}
/** What names a Postgres database. */
export const POSTGRES_URL = 'a postgres:// URL of one server, with user and password percent-encoded'

/** What a shell writes out or takes away; where none reads the value it would be part of a folder's name. */
const isForShells = (text: string): boolean => /^~(\/|$)|^(["']).*\2$/s.test(text)

/** Whether a text holds something that not everybody could guess. */
const isKeyed = (text: string): boolean => /[^\s,]/.test(withoutUnseen(text))

const countryCodes = list(z.string().refine(isCountryCode))
const COUNTRY_CODES = 'codes of countries in capital letters (GB, not UK), separated by commas'
const yesOrNo = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')

const VARIABLES = {
  COINSLOT_PORT: expecting(integer(0, 65_535).default(4000), 'a port from 0 to 65535'),
  COINSLOT_OPERATIONS_PORT: expecting(integer(0, 65_535).optional(), 'a port from 0 to 65535'),
  COINSLOT_HOST: expecting(z.string().refine(isHost).default('127.0.0.1'), 'an address or host name, without brackets'),
  COINSLOT_BASE_URL: unshown(
    z.string().refine(isHttpUrl).optional(),
    'an http or https URL of one host, without user, query and fragment',
  ),
  COINSLOT_MODE: expecting(z.enum(['sandbox', 'production']).optional(), 'sandbox or production'),
  COINSLOT_DATABASE_URL: unshown(z.string().refine(isPostgresUrl).optional(), POSTGRES_URL),
  COINSLOT_DATABASE_POOL: expecting(integer(1, 200).default(16), 'a number of connections from 1 to 200'),
  COINSLOT_DATA_DIR: expecting(
    z
      .string()
      .refine((text) => !isForShells(text))
      .default('.coinslot'),
    'a folder, whose name no shell reads here: without ~ and without quotes around it',
  ),
  COINSLOT_SECRET_KEY: unshown(
    z.string().min(SECRET_KEY_CHARACTERS).refine(isKeyed).transform(splitSecretKeys).optional(),
    'at least 32 characters, not commas or blanks alone, or several such keys separated by commas, newest first',
  ),
  COINSLOT_ALLOW_PRIVATE_WEBHOOKS: expecting(yesOrNo.default(false), 'true or false'),
  COINSLOT_LOG_LEVEL: expecting(z.enum(LOG_LEVELS).default('info'), `one of ${LOG_LEVELS.join(', ')}`),
  COINSLOT_TRUSTED_PROXIES: expecting(
    list(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).refine(leavesSomebodyOut)).default([]),
    'addresses or CIDR ranges, separated by commas, none of them of everybody (/0)',
  ),
  COINSLOT_SANCTIONED_COUNTRIES: expecting(countryCodes.default([...SANCTIONED_COUNTRIES]), COUNTRY_CODES),
  COINSLOT_PHONE_COUNTRIES: expecting(countryCodes.default([]), COUNTRY_CODES),
  COINSLOT_CODES_PER_HOUR: expecting(integer(1, 100_000_000).default(1_000), 'a number from 1 to 100000000'),
  COINSLOT_DRAIN_SECONDS: expecting(integer(0, 3).optional(), 'a number of seconds from 0 to 3'),
  COINSLOT_DASHBOARD: expecting(yesOrNo.optional(), 'true or false'),
  COINSLOT_MODULE: expecting(z.string().min(1).optional(), 'the path of a module'),
  COINSLOT_SMTP_URL: unshown(
    z
      .string()
      .transform(readSmtpUrl)
      .refine((read) => read !== null)
      .optional(),
    'smtp://user:password@host:port or smtps://…, percent-encoded and without a path or query',
  ),
  COINSLOT_SMTP_FROM: expecting(
    z.string().refine(isMailAddress).optional(),
    'an address such as Coins <pay@example.com>',
  ),
  COINSLOT_REQUESTS_PER_MINUTE: expecting(integer(1, 100_000_000).default(600_000), 'a number from 1 to 100000000'),
} as const

/** Every environment variable the service reads. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES)

/** A sentence for each variable that looks like one of the service's and is none. */
export const unknownVariables = (environment: NodeJS.ProcessEnv = process.env): readonly string[] =>
  warnOfUnknown(environment, VARIABLE_NAMES)

/** The text of the script for which npm runs this process; empty where it runs none. */
export const npmScript = (environment: NodeJS.ProcessEnv = process.env): string =>
  environment['npm_lifecycle_script'] ?? ''

type Variables = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]['schema']> }

/** The first part of a list that is wrong, or all of a value. */
const wrongPart = (text: string, { issues: [issue] }: z.ZodError): string => {
  const at = issue?.path[0]
  return (typeof at === 'number' ? partsOf(text)[at] : undefined) ?? text
}

const readVariables = (environment: NodeJS.ProcessEnv): Variables => {
  const values: Record<string, unknown> = {}
  for (const [name, { schema, expectation, isUnshown }] of Object.entries(VARIABLES)) {
    const text = environment[name]
    const trimmed = text?.trim()
    // A file may keep the ends of its lines, of which a secret key that was one with it needs to know.
    const value = name === 'COINSLOT_SECRET_KEY' ? text : trimmed
    const result = schema.safeParse(trimmed === '' ? undefined : value)
    if (!result.success) {
      const wrong = wrongPart(trimmed ?? '', result.error)
      throw new ConfigError(`${name} must be ${expectation}${isUnshown ? '' : shownValue(wrong)}`)
    }
    values[name] = result.data
  }
  return values as Variables
}

/** Where other processes may be there to go on: long enough for a balancer that asks every second. */
const DRAIN_SECONDS = 3

/** As browsers write it: what has other letters than ASCII fits into no header. Without a slash at its end; port 0 stays as it is. */
const urlOf = (text: string): string => new URL(text).href.replace(/\/+$/, '')

/** Whether what buyers type, and the cookie of their session, cannot be read on the way. */
const isEncryptedOrLocal = (url: string): boolean => {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopback(hostname)
}

/** On a server, nothing that its processes have in common may be left to each of them. */
const databaseOf = (values: Variables, mode: Config['mode']): DatabaseConfig => {
  const url = values.COINSLOT_DATABASE_URL
  if (url === undefined) {
    return { kind: 'embedded', dataDir: resolve(values.COINSLOT_DATA_DIR), waitsForDisk: mode === 'production' }
  }
  if (values.COINSLOT_SECRET_KEY === undefined) {
    throw new ConfigError('COINSLOT_SECRET_KEY must be set (at least 32 characters) when COINSLOT_DATABASE_URL is set')
  }
  if (values.COINSLOT_MODE === undefined) {
    throw new ConfigError('COINSLOT_MODE must be set (sandbox or production) when COINSLOT_DATABASE_URL is set')
  }
  return { kind: 'postgres', url, poolSize: values.COINSLOT_DATABASE_POOL }
}

const smtpOf = ({ COINSLOT_SMTP_URL: server, COINSLOT_SMTP_FROM: from }: Variables): SmtpConfig | null => {
  if (!server) return null
  if (from === undefined) throw new ConfigError('COINSLOT_SMTP_FROM must be set when COINSLOT_SMTP_URL is set')
  return { ...server, from }
}

/**
 * Reads and checks the service's environment variables.
 * @throws {ConfigError} `invalid_config`, naming the first variable whose value cannot be used.
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const values = readVariables(environment)
  const mode = values.COINSLOT_MODE ?? 'sandbox'
  const database = databaseOf(values, mode)
  if (values.COINSLOT_ALLOW_PRIVATE_WEBHOOKS && mode === 'production') {
    throw new ConfigError('COINSLOT_ALLOW_PRIVATE_WEBHOOKS must be false when COINSLOT_MODE is production')
  }
  const { COINSLOT_HOST: host, COINSLOT_PORT: port } = values
  if (hasZone(host) && values.COINSLOT_BASE_URL === undefined) {
    throw new ConfigError('COINSLOT_BASE_URL must be set when COINSLOT_HOST names a zone: no URL can')
  }
  const baseUrl = urlOf(values.COINSLOT_BASE_URL ?? `http://${hostInUrl(host)}:${port}`)
  if (mode === 'production' && !isEncryptedOrLocal(baseUrl)) {
    throw new ConfigError('COINSLOT_BASE_URL must be an https URL when COINSLOT_MODE is production')
  }
  if (values.COINSLOT_OPERATIONS_PORT === port && port !== 0) {
    throw new ConfigError('COINSLOT_OPERATIONS_PORT must be another port than COINSLOT_PORT')
  }
  return {
    port,
    host,
    operationsPort: values.COINSLOT_OPERATIONS_PORT ?? null,
    baseUrl,
    mode,
    database,
    secretKeys: values.COINSLOT_SECRET_KEY ?? null,
    allowPrivateWebhooks: values.COINSLOT_ALLOW_PRIVATE_WEBHOOKS,
    logLevel: values.COINSLOT_LOG_LEVEL,
    trustedProxies: values.COINSLOT_TRUSTED_PROXIES,
    sanctionedCountries: values.COINSLOT_SANCTIONED_COUNTRIES,
    requestsPerMinute: values.COINSLOT_REQUESTS_PER_MINUTE,
    codesPerHour: values.COINSLOT_CODES_PER_HOUR,
    phoneCountries: values.COINSLOT_PHONE_COUNTRIES,
    drainSeconds: values.COINSLOT_DRAIN_SECONDS ?? (database.kind === 'embedded' ? 0 : DRAIN_SECONDS),
    dashboard: values.COINSLOT_DASHBOARD ?? mode === 'sandbox',
    module: values.COINSLOT_MODULE === undefined ? null : resolve(values.COINSLOT_MODULE),
    smtp: smtpOf(values),
  }
}
