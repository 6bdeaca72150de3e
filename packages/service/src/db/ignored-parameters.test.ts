import { expect, test } from 'vitest'
import { ignoredParameters } from './ignored-parameters.ts'

const ignoredIn = (query: string) =>
  ignoredParameters({ kind: 'postgres', url: `postgres://pay:word@db.example/pay${query}`, poolSize: 1 })

test.each([
  ['schema', 'write options=-csearch_path%3DNAME instead'],
  ['currentSchema', 'write options=-csearch_path%3DNAME instead'],
  ['connection_limit', 'write COINSLOT_DATABASE_POOL instead'],
  ['target_session_attrs', null],
  ['channel_binding', null],
  ['SSLMODE', null],
])('%s, which the driver does not read, is named, and not what it is set to', (name, hint) => {
  expect(ignoredIn(`?sslmode=require&${name}=secret`)).toEqual([
    `The parameter ${name} of COINSLOT_DATABASE_URL has no effect${hint === null ? '' : `; ${hint}`}`,
  ])
})

test.each(['', '?sslmode=verify-full&sslrootcert=ca.pem&options=-csearch_path%3Dpay&application_name=pay'])(
  'nothing is said of what it reads: %s',
  (query) => {
    expect(ignoredIn(query)).toEqual([])
  },
)
