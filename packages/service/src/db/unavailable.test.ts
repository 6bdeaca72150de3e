import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('a failure'), { code })

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']
const TLS = ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO']
const SERVER = ['08000', '08006', '28000', '28P01', '53100', '53300', '57P01', '57P03', '25006', '25P03', '0A000']

test.each([...NETWORK, ...TLS, ...SERVER])('%s says that the database cannot be reached now', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true)
  expect(isDatabaseUnavailable(new AggregateError([new Error('one address'), withCode(code)]))).toBe(true)
})

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'The server does not support SSL connections',
  'Client has encountered a connection error and is not queryable',
])('so does a driver that says: %s', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each(['23505', '40001', '40P01', '42601', '57014', '25P04', '22012', 'ENOSPC', ''])(
  '%j says that of the statement, or of nothing',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
    expect(isDatabaseUnavailable({ code: 'ECONNRESET' })).toBe(false)
  },
)
