import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const postgres = { COINSLOT_DATABASE_URL: 'postgres://db.example/coinslot' }
const secret = { COINSLOT_SECRET_KEY: 'k'.repeat(32) }

describe('the environment (decisions.md §9)', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:4000',
      mode: 'sandbox',
      database: { kind: 'embedded', dataDir: expect.stringMatching(/\.coinslot$/) },
      secretKey: null,
      allowPrivateWebhooks: false,
      logLevel: 'info',
    })
  })

  test.each([
    ['COINSLOT_PORT', '70000'],
    ['COINSLOT_PORT', '4000x'],
    ['COINSLOT_MODE', 'test'],
    ['COINSLOT_BASE_URL', 'ftp://pay.example'],
    ['COINSLOT_BASE_URL', 'https://pay.example/?a=b'],
    ['COINSLOT_DATABASE_URL', 'mysql://db.example'],
    ['COINSLOT_SECRET_KEY', 'short'],
    ['COINSLOT_ALLOW_PRIVATE_WEBHOOKS', 'perhaps'],
    ['COINSLOT_LOG_LEVEL', 'loud'],
    ['COINSLOT_DATABASE_POOL', '0'],
    ['COINSLOT_TRUSTED_PROXIES', '10.0.0.0/8,everyone'],
    ['COINSLOT_SANCTIONED_COUNTRIES', 'North Korea'],
    ['COINSLOT_REQUESTS_PER_MINUTE', '-1'],
  ])('%s=%s stops with one line that names the variable', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} must be [^\\n]+$`))
  })

  test('an empty value is none', () => {
    expect(readConfig({ COINSLOT_PORT: '', COINSLOT_DATABASE_URL: '' }).port).toBe(4000)
  })

  test('Postgres needs a secret key', () => {
    expect(() => readConfig(postgres)).toThrow(/COINSLOT_SECRET_KEY/)
    expect(readConfig({ ...postgres, ...secret }).database).toEqual({
      kind: 'postgres',
      url: 'postgres://db.example/coinslot',
      poolSize: 16,
    })
  })

  test('production refuses webhooks to private addresses', () => {
    const environment = { COINSLOT_MODE: 'production', COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true' }
    expect(() => readConfig(environment)).toThrow(/COINSLOT_ALLOW_PRIVATE_WEBHOOKS/)
  })
})
