import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { checkHost, guardedLookup } from './guarded-lookup.ts'

const REFUSED = {
  name: 'AddressNotAllowedError',
  code: 'address_not_allowed',
  message: expect.stringContaining('does not speak to') as string,
}

type Found = string | { readonly address: string; readonly family: number }[]

/** What is told of a name for which the resolver finds this. */
const told = (found: Found) =>
  new Promise((resolve) => {
    const find: LookupFunction = (_hostname, _options, callback) => callback(null, found, 4)
    guardedLookup(false, find)('shop.example', {}, (error, address) => resolve(error ?? address))
  })

const PUBLIC = { address: '8.8.8.8', family: 4 }
const PRIVATE = { address: '10.0.0.1', family: 4 }

test('a name leads to where it is found, whether one address is asked for or all', async () => {
  expect(await told('8.8.8.8')).toBe('8.8.8.8')
  expect(await told([PUBLIC])).toEqual([PUBLIC])
})

test.each<[Found]>([['10.0.0.1'], [[PRIVATE]], [[PUBLIC, PRIVATE]], [[]]])(
  'a name for which %j is found leads nowhere',
  async (found) => expect(await told(found)).toMatchObject(REFUSED),
)

const check = (url: string, httpsOnly: boolean) => () => checkHost(new URL(url), { allowPrivate: false, httpsOnly })

test.each([
  ['https://shop.example', true],
  ['https://8.8.8.8', true],
  ['http://shop.example', false],
])('%s may be spoken to where TLS is asked for: %s', (url, httpsOnly) => expect(check(url, httpsOnly)).not.toThrow())

test.each([
  ['http://shop.example', true],
  ['https://localhost', true],
  ['https://[::1]', false],
])('%s may not where TLS is asked for: %s', (url, httpsOnly) =>
  expect(check(url, httpsOnly)).toThrow(expect.objectContaining(REFUSED)),
)
