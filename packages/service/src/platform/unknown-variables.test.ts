import { expect, test } from 'vitest'
import { VARIABLE_NAMES } from './config.ts'
import { warnOfUnknown } from './unknown-variables.ts'

test.each([
  ['COINSLOT_DATABSE_URL', /^COINSLOT_DATABSE_URL .*COINSLOT_DATABASE_URL was likely meant$/],
  ['COINSLOT_BASEURL', /COINSLOT_BASE_URL was likely meant$/],
  ['COINSLOT_PRT', /COINSLOT_PORT was likely meant$/],
  ['COINSLOT_PROT', /COINSLOT_PORT was likely meant$/],
  ['COINSLOT_SMTP_FORM', /COINSLOT_SMTP_FROM was likely meant$/],
  ['COINSLOT_LOG', /COINSLOT_LOG_LEVEL was likely meant$/],
  ['COINSLOT_SECRET', /COINSLOT_SECRET_KEY was likely meant$/],
  ['COINSLOT_DATA', /COINSLOT_DATA_DIR was likely meant$/],
  ['COINSLOT_SANCTIONE_COUNTRY', /COINSLOT_SANCTIONED_COUNTRIES was likely meant$/],
  ['COINSLOT_SANCTION_COUNTRY', /has no effect$/],
  ['COINSLOT_NOPE', /has no effect$/],
  ['COINSLOT_TEST', /has no effect$/],
  ['COINSLOT_PORTS_4K', /has no effect$/],
  ['COINSLOT_SOMETHING_ELSE', /^COINSLOT_SOMETHING_ELSE is not a variable of the service and has no effect$/],
])('%s is named, with what was likely meant', (name, sentence) => {
  expect(warnOfUnknown({ [name]: 'x', COINSLOT_PORT: '1', PATH: '/' }, VARIABLE_NAMES)).toEqual([
    expect.stringMatching(sentence),
  ])
})

test('variables of a shop that shares the environment are not', () => {
  expect(warnOfUnknown({ COINSLOT_CLIENT_ID: 'a', COINSLOT_CLIENT_SECRET: 'b' }, VARIABLE_NAMES)).toEqual([])
})
