import type { Permission } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { refusalOf } from './permission-rules.ts'

const both = { paymentsEnabled: true, complianceEnabled: true }
const neither = { paymentsEnabled: false, complianceEnabled: false }
const all: readonly Permission[] = ['payments', 'compliance']

test.each([
  ['a client of both products', both, all],
  ['a client of the one product that is asked for', { ...neither, paymentsEnabled: true }, ['payments']],
] as const)('%s may use payments', (_who, client, permissions) =>
  expect(refusalOf('payments', client, permissions)).toBeNull(),
)

test('what needs no permission is open to a client without any', () => expect(refusalOf('any', neither, [])).toBeNull())

test.each([
  ['payments', { ...both, paymentsEnabled: false }, all, 404, /payments product/],
  ['payments', both, ['compliance'], 404, /client lacks the payments permission/],
  ['compliance', { ...both, complianceEnabled: false }, all, 404, /compliance product/],
  ['compliance', both, ['payments'], 403, /compliance permission/],
] as const)('%s is refused to %j with %j: %i', (permission, client, permissions, status, message) => {
  expect(refusalOf(permission, client, permissions)).toEqual({
    status,
    message: expect.stringMatching(message) as string,
  })
})

test('compliance needs no payments', () =>
  expect(refusalOf('compliance', { ...neither, complianceEnabled: true }, ['compliance'])).toBeNull())
