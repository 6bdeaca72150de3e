import { expect, test } from 'vitest'
import { readConfig, VARIABLE_NAMES } from './config.ts'
import { describeConfig, nameOfData } from './describe-config.ts'

const config = readConfig({
  COINSLOT_DATABASE_URL: 'postgres://coinslot:of-the-database@db.example/coins?password=of-the-query',
  COINSLOT_MODE: 'sandbox',
  COINSLOT_SECRET_KEY: 'of-the-secrets-and-long-enough-for-a-key',
  COINSLOT_SMTP_URL: 'smtp://ada:of-the-mailbox@mail.example',
  COINSLOT_SMTP_FROM: 'pay@coins.example',
})

test('the log of a start tells where data and mail go, and holds no password and no key', () => {
  const described = describeConfig(config)
  expect(described).toMatchObject({
    data: 'postgres://db.example/coins',
    database_pool: 16,
    secret_keys: 1,
    smtp_host: 'mail.example',
    smtp_from: 'pay@coins.example',
  })
  expect(JSON.stringify(described)).not.toMatch(/of-the-/)
})

test('the log of a start on the embedded database names its folder, and what is not there', () => {
  const described = describeConfig(readConfig({ COINSLOT_DATA_DIR: '/data' }))
  expect(described).toMatchObject({ data: '/data', secret_keys: 'generated', smtp_host: null, smtp_from: null })
  expect(described).not.toHaveProperty('database_pool')
})

test('the log of a start tells of each variable', () => {
  const toldAs: Readonly<Record<string, string>> = {
    database_url: 'data',
    data_dir: 'data',
    secret_key: 'secret_keys',
    smtp_url: 'smtp_host',
  }
  const names = VARIABLE_NAMES.map((name) => name.replace('COINSLOT_', '').toLowerCase())
  const described = describeConfig(config)
  expect(names.filter((name) => !((toldAs[name] ?? name) in described))).toEqual([])
})

test('a command names its data without the password', () => {
  expect(nameOfData(config.database)).toBe('postgres://db.example/coins')
})
