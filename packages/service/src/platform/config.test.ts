import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const postgres = { COINSLOT_DATABASE_URL: 'postgres://db.example/coinslot', COINSLOT_MODE: 'production' }
const production = { COINSLOT_MODE: 'production' }
const secret = { COINSLOT_SECRET_KEY: 'k'.repeat(32) }

describe('the environment (decisions.md §9)', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      port: 4000,
      operationsPort: null,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:4000',
      mode: 'sandbox',
      database: { kind: 'embedded', dataDir: expect.stringMatching(/\.coinslot$/), waitsForDisk: false },
      secretKeys: null,
      allowPrivateWebhooks: false,
      logLevel: 'info',
      trustedProxies: [],
      sanctionedCountries: ['CU', 'IR', 'KP', 'SY'],
      requestsPerMinute: 600_000,
      codesPerHour: 1_000,
      phoneCountries: [],
      drainSeconds: 0,
      dashboard: true,
      module: null,
      smtp: null,
    })
  })

  test('has what the embedded database commits outlive a power cut in production mode', () => {
    const local = { ...production, COINSLOT_BASE_URL: 'https://pay.example' }
    expect(readConfig(local).database).toMatchObject({ kind: 'embedded', waitsForDisk: true })
    expect(readConfig({}).database).toMatchObject({ waitsForDisk: false })
  })

  test('may leave both ports to the system, and names a module from where the process was started', () => {
    expect(readConfig({ COINSLOT_PORT: '0', COINSLOT_OPERATIONS_PORT: '0' })).toMatchObject({ operationsPort: 0 })
    expect(readConfig({ COINSLOT_MODULE: './acquirer.js' }).module).toBe(resolve('acquirer.js'))
  })

  test('has as many connections to Postgres as it says, or else 16', () => {
    const opened = (more: Record<string, string>) => readConfig({ ...postgres, ...secret, ...more }).database
    expect(opened({})).toMatchObject({ kind: 'postgres', poolSize: 16 })
    expect(opened({ COINSLOT_DATABASE_POOL: '40' })).toMatchObject({ poolSize: 40 })
  })

  test('has the dashboard in sandbox mode, and in production where it is asked for', () => {
    const shown = (more: Record<string, string>) => readConfig({ ...postgres, ...secret, ...more }).dashboard
    expect(readConfig({}).dashboard).toBe(true)
    expect([shown({}), shown({ COINSLOT_DASHBOARD: 'true' })]).toEqual([false, true])
    expect(readConfig({ COINSLOT_DASHBOARD: 'false' }).dashboard).toBe(false)
  })

  test.each([
    ['COINSLOT_PORT', '70000'],
    ['COINSLOT_PORT', '4000x'],
    ['COINSLOT_OPERATIONS_PORT', '70000'],
    ['COINSLOT_OPERATIONS_PORT', '4000'],
    ['COINSLOT_HOST', 'localhost:4000'],
    ['COINSLOT_HOST', 'http://0.0.0.0'],
    ['COINSLOT_HOST', 'my host'],
    ['COINSLOT_HOST', 'pay.example/coins'],
    ['COINSLOT_HOST', '[::1]'],
    ['COINSLOT_HOST', '127.0.0.1,10.0.0.1'],
    ['COINSLOT_HOST', '127.0.0.1%lo'],
    ['COINSLOT_HOST', 'localhost\nlocalhost'],
    ['COINSLOT_MODE', 'test'],
    ['COINSLOT_BASE_URL', 'pay.example'],
    ['COINSLOT_BASE_URL', 'ftp://pay.example'],
    ['COINSLOT_BASE_URL', 'xhttps://pay.example'],
    ['COINSLOT_BASE_URL', 'https://pay.example/?a=b'],
    ['COINSLOT_BASE_URL', 'https://pay.example?'],
    ['COINSLOT_BASE_URL', 'https://pay.example/#'],
    ['COINSLOT_BASE_URL', 'https://pay.example/our shop'],
    ['COINSLOT_BASE_URL', 'https://pay.example,https://coins.example'],
    ['COINSLOT_BASE_URL', 'https://ada:secret@pay.example'],
    ['COINSLOT_BASE_URL', 'https://:secret@pay.example'],
    ['COINSLOT_DATABASE_URL', 'db.example'],
    ['COINSLOT_DATABASE_URL', 'mysql://db.example'],
    ['COINSLOT_DATABASE_URL', 'xpostgres://db.example'],
    ['COINSLOT_DATABASE_URL', 'postgres://db.example/coins?port=543x'],
    ['COINSLOT_DATABASE_URL', 'postgres://db.example/coins?port=65536'],
    ['COINSLOT_DATABASE_URL', 'postgres://db.example/coins?host=%00'],
    ['COINSLOT_DATABASE_URL', 'postgres://ada:se%00cret@db.example/coins'],
    ['COINSLOT_DATABASE_URL', 'postgresqlx://db.example'],
    ['COINSLOT_SECRET_KEY', 'k'.repeat(31)],
    ['COINSLOT_SECRET_KEY', ','.repeat(40)],
    ['COINSLOT_SECRET_KEY', ', \u200b'.repeat(20)],
    ['COINSLOT_DATA_DIR', '~'],
    ['COINSLOT_DATA_DIR', '~/coins'],
    ['COINSLOT_DATA_DIR', '"/srv/coins"'],
    ['COINSLOT_ALLOW_PRIVATE_WEBHOOKS', 'perhaps'],
    ['COINSLOT_LOG_LEVEL', 'loud'],
    ['COINSLOT_DATABASE_POOL', '0'],
    ['COINSLOT_TRUSTED_PROXIES', '10.0.0.0/8,everyone'],
    ['COINSLOT_TRUSTED_PROXIES', '127.0.0.1/0'],
    ['COINSLOT_TRUSTED_PROXIES', '::1,::/0'],
    ['COINSLOT_TRUSTED_PROXIES', ','],
    ['COINSLOT_SANCTIONED_COUNTRIES', ' , '],
    ['COINSLOT_SANCTIONED_COUNTRIES', 'North Korea'],
    ['COINSLOT_SANCTIONED_COUNTRIES', 'KP,UK'],
    ['COINSLOT_SANCTIONED_COUNTRIES', 'QQ'],
    ['COINSLOT_SANCTIONED_COUNTRIES', 'KP,ZZ'],
    ['COINSLOT_REQUESTS_PER_MINUTE', '-1'],
    ['COINSLOT_CODES_PER_HOUR', '0'],
    ['COINSLOT_PHONE_COUNTRIES', 'Germany'],
    ['COINSLOT_PHONE_COUNTRIES', 'US,UK'],
    ['COINSLOT_PHONE_COUNTRIES', 'EU'],
    ['COINSLOT_SMTP_URL', 'smtps://pay:100%@mail.example'],
  ])('%s=%s stops with one line that names the variable', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+$`))
  })

  test.each(['https://ada:secret@pay.example', 'https://pay.example,https://coins.example', 'https://pay.example?a=b'])(
    '%s as the base URL is told what it may not have',
    (url) =>
      expect(() => readConfig({ COINSLOT_BASE_URL: url })).toThrow(/of one host, without user, query and fragment$/),
  )

  test.each([
    ['COINSLOT_PORT', '\u200b4000', String.raw`, not "\u{200b}4000"`],
    ['COINSLOT_MODE', 'production\nsandbox', String.raw`, not "production\nsandbox"`],
    ['COINSLOT_TRUSTED_PROXIES', '::1, 10.0.0.0/0,10.0.0.2', ', not "10.0.0.0/0"'],
    ['COINSLOT_PHONE_COUNTRIES', ',', ', not ","'],
  ])('%s=%j is told with the part that is wrong, as it can be seen', (name, value, told) =>
    expect(() => readConfig({ [name]: value })).toThrow(told),
  )

  test.each([
    ['COINSLOT_SECRET_KEY', 'secret'],
    ['COINSLOT_DATABASE_URL', 'mysql://ada:secret@db.example'],
    ['COINSLOT_SMTP_URL', 'ada:secret@mail.example'],
    ['COINSLOT_BASE_URL', 'https://ada:secret@pay.example'],
    // Lines of a file that have run together.
    ['COINSLOT_PORT', '4000 COINSLOT_SECRET_KEY=secret'],
    ['COINSLOT_LOG_LEVEL', `info ${'secret'.repeat(7)}`],
  ])('what %s holds is not told where it may be a secret', (name, value) =>
    expect(() => readConfig({ [name]: value })).toThrow(/^(?!.*secret)COINSLOT_\w+ must be /),
  )

  test('blanks around a value and the end of a line that a file keeps do not count, and nothing else is an empty value', () => {
    const typed = {
      COINSLOT_PORT: '4100\r',
      COINSLOT_HOST: ' 0.0.0.0\r',
      COINSLOT_MODE: 'production\r',
      COINSLOT_BASE_URL: 'https://pay.example\r',
      COINSLOT_DATABASE_URL: `${postgres.COINSLOT_DATABASE_URL}?port=5432\r`,
      COINSLOT_SECRET_KEY: `${secret.COINSLOT_SECRET_KEY}\r`,
      COINSLOT_SANCTIONED_COUNTRIES: ' \r',
      COINSLOT_MODULE: '/srv/acquirer.js\r',
      COINSLOT_SMTP_URL: '\t',
    }
    expect(readConfig(typed)).toMatchObject({
      port: 4100,
      host: '0.0.0.0',
      mode: 'production',
      secretKeys: [`${secret.COINSLOT_SECRET_KEY}\r`, secret.COINSLOT_SECRET_KEY],
      sanctionedCountries: ['CU', 'IR', 'KP', 'SY'],
      module: '/srv/acquirer.js',
      smtp: null,
    })
    expect(() => readConfig({ ...typed, COINSLOT_SECRET_KEY: ' '.repeat(40) })).toThrow(
      /^COINSLOT_SECRET_KEY must be set/,
    )
  })

  const refused = (url: string) =>
    expect(() => readConfig({ ...postgres, ...secret, COINSLOT_DATABASE_URL: url })).toThrow(
      /^COINSLOT_DATABASE_URL must be a postgres:\/\/ URL of one server, with user and password percent-encoded$/,
    )

  test('a database is on one server, or behind a socket', () => {
    for (const hosts of ['a.example,b.example', 'a.example:5432,b.example:5432'])
      refused(`postgres://ada@${hosts}/coins`)
    for (const url of ['postgres://ada@%2Frun%2Fpostgresql/coins', 'postgres:///coins?host=/run/postgresql&user=ada'])
      expect(readConfig({ ...postgres, ...secret, COINSLOT_DATABASE_URL: url }).database).toMatchObject({ url })
  })

  test('a password that is not percent-encoded is not taken for the host, the database or the query, which are shown', () => {
    for (const password of ['1/x', 'p@a/x', '1?x', '1#x']) refused(`postgres://ada:${password}@db.example/coins`)
    const url = 'postgres://ada:p%40a%2Fx%3F%23@db.example/coins'
    expect(readConfig({ ...postgres, ...secret, COINSLOT_DATABASE_URL: ` ${url}\n` }).database).toMatchObject({ url })
  })

  test('a host of IPv6 stands in brackets in the base URL', () => {
    expect(readConfig({ COINSLOT_HOST: '::1' }).baseUrl).toBe('http://[::1]:4000')
  })

  test('a link-local address comes with its zone, and needs a base URL', () => {
    const host = 'fe80::1%eth0'
    expect(() => readConfig({ COINSLOT_HOST: host })).toThrow(/^COINSLOT_BASE_URL must be set when COINSLOT_HOST /)
    expect(readConfig({ COINSLOT_HOST: host, COINSLOT_BASE_URL: 'https://pay.example' })).toMatchObject({ host })
  })

  test.each(['http://coinslot_1:4000', 'http://[::1]:4000', 'https://pay.example./coins'])(
    'a base URL may be %s',
    (url) => expect(readConfig({ COINSLOT_BASE_URL: url }).baseUrl).toBe(url),
  )

  test.each([
    ['https://käufer.example/Münzen/', 'https://xn--kufer-gra.example/M%C3%BCnzen'],
    ['https://支払い.example', 'https://xn--n8j502mt1b.example'],
    ['HTTPS://Pay.Example:443/Coins', 'https://pay.example/Coins'],
  ])('the base URL %s is written as headers take it and browsers compare it', (url, written) =>
    expect(readConfig({ COINSLOT_BASE_URL: url }).baseUrl).toBe(written),
  )

  test('a base URL is taken without what surrounds it', () => {
    expect(readConfig({ COINSLOT_BASE_URL: ' https://pay.example/coins/\n' }).baseUrl).toBe('https://pay.example/coins')
    expect(readConfig({ COINSLOT_BASE_URL: 'https://pay.example//' }).baseUrl).toBe('https://pay.example')
  })

  test('a list is taken without what surrounds its parts', () => {
    expect(readConfig({ COINSLOT_TRUSTED_PROXIES: ' 10.0.0.0/8 ,, ::1,' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
    ])
  })

  test.each([
    ['1', true],
    ['0', false],
    ['true', true],
    ['false', false],
  ])('%s is yes or no', (text, allowPrivateWebhooks) => {
    expect(readConfig({ COINSLOT_ALLOW_PRIVATE_WEBHOOKS: text })).toMatchObject({ allowPrivateWebhooks })
  })

  test('mail needs to come from somebody', () => {
    const server = { COINSLOT_SMTP_URL: 'smtp://mail.example' }
    expect(() => readConfig(server)).toThrow(/^COINSLOT_SMTP_FROM must be set when COINSLOT_SMTP_URL is set$/)
    expect(readConfig({ COINSLOT_SMTP_FROM: 'pay@coins.example' }).smtp).toBeNull()
    const { smtp } = readConfig({ ...server, COINSLOT_SMTP_FROM: 'pay@coins.example' })
    expect(smtp).toMatchObject({ host: 'mail.example', from: 'pay@coins.example' })
  })

  test('an error is told by its code', () => {
    expect(() => readConfig(postgres)).toThrow(expect.objectContaining({ name: 'ConfigError', code: 'invalid_config' }))
  })

  test('an empty value is none', () => {
    expect(readConfig({ COINSLOT_PORT: '', COINSLOT_DATABASE_URL: '' }).port).toBe(4000)
  })

  test('Postgres needs a secret key', () => {
    expect(() => readConfig(postgres)).toThrow(/COINSLOT_SECRET_KEY/)
    expect(readConfig({ ...postgres, ...secret, COINSLOT_BASE_URL: 'https://pay.example' })).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://db.example/coinslot', poolSize: 16 },
      drainSeconds: 3,
    })
  })

  test('production refuses webhooks to private addresses', () => {
    const environment = { COINSLOT_MODE: 'production', COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true' }
    expect(() => readConfig(environment)).toThrow(/COINSLOT_ALLOW_PRIVATE_WEBHOOKS/)
  })

  test('Postgres needs the mode to be said', () => {
    const environment = { ...postgres, ...secret, COINSLOT_MODE: '' }
    expect(() => readConfig(environment)).toThrow(/^COINSLOT_MODE must be set \(sandbox or production\)/)
  })

  test('production refuses a base URL that sends cookies and cards in clear, but on the machine itself', () => {
    const at = (url: string) => () => readConfig({ ...production, COINSLOT_BASE_URL: url })
    for (const url of ['http://pay.example', 'http://10.0.0.1', 'http://localhost.example']) {
      expect(at(url)).toThrow(/^COINSLOT_BASE_URL must be an https URL when COINSLOT_MODE is production$/)
    }
    for (const url of ['https://pay.example', 'http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000']) {
      expect(at(url)).not.toThrow()
    }
    expect(() => readConfig({ ...production, COINSLOT_HOST: '0.0.0.0' })).toThrow(/^COINSLOT_BASE_URL/)
  })
})
