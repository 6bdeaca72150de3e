import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const GIVEN = {
  COINSLOT_DEMO_SERVICE_URL: 'http://127.0.0.1:4000',
  COINSLOT_CLIENT_ID: 'client',
  COINSLOT_CLIENT_SECRET: 'secret',
}

test('the shop is where its port says', () => {
  expect(readSettings(GIVEN)).toMatchObject({ port: 4100, url: 'http://localhost:4100', clientId: 'client' })
  expect(readSettings({ ...GIVEN, COINSLOT_DEMO_PORT: '65535' })).toMatchObject({ url: 'http://localhost:65535' })
})

test.each(['0', '65536', '-1', '80a', '1e3'])('%s is no port', (port) => {
  expect(() => readSettings({ ...GIVEN, COINSLOT_DEMO_PORT: port })).toThrow('COINSLOT_DEMO_PORT must be a port')
})

test.each(Object.keys(GIVEN))('without %s it does not begin', (name) => {
  expect(() => readSettings({ ...GIVEN, [name]: '' })).toThrow(`${name} must be set`)
})
