import { expect, test } from 'vitest'
import { VARIABLE_NAMES } from './config.ts'
import { warnOfUnknown } from './unknown-variables.ts'

test.each([
  ['COINSLOT_DATABSE_URL', /^COINSLOT_DATABSE_URL .*COINSLOT_DATABASE_URL was likely meant$/],
  ['COINSLOT_BASEURL', /COINSLOT_BASE_URL was likely meant$/],
  ['COINSLOT_PRT', /COINSLOT_PORT was likely meant$/],
  ['COINSLOT_PORTS_4K', /COINSLOT_PORT was likely meant$/],
  ['COINSLOT_PORTS_4_K', /has no effect$/],
  ['COINSLOT_SOMETHING_ELSE', /^COINSLOT_SOMETHING_ELSE is not a variable of the service and has no effect$/],
])('%s is named, with what was likely meant', (name, sentence) => {
  expect(warnOfUnknown({ [name]: 'x', COINSLOT_PORT: '1', PATH: '/' }, VARIABLE_NAMES)).toEqual([
    expect.stringMatching(sentence),
  ])
})

test('variables of a shop that shares the environment are not', () => {
  expect(warnOfUnknown({ COINSLOT_CLIENT_ID: 'a', COINSLOT_CLIENT_SECRET: 'b' }, VARIABLE_NAMES)).toEqual([])
})
