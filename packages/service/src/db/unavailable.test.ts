import { expect, test } from 'vitest'
import {
  ConnectionsBusyError,
  DatabaseReadOnlyError,
  isDatabaseUnavailable,
  isGivenUp,
  isReadOnly,
} from './unavailable.ts'

const withCode = (code: string) => Object.assign(new Error('a failure'), { code })

const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']
const TLS = ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO']
const SERVER = [
  '08000',
  '08006',
  '28000',
  '28P01',
  '3D000',
  '53100',
  '53300',
  '57P01',
  '57P03',
  '25006',
  '25P03',
  '0A000',
]

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
  'driver has already been destroyed',
])('so does a driver that says: %s', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each(['55000', '42501', '42704'])('so does a server that ends the connection with %s', (code) => {
  const said = { code, severity: 'ERROR' }
  expect(isDatabaseUnavailable(Object.assign(new Error('a failure'), said))).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('a failure'), { ...said, severity: 'FATAL' }))).toBe(true)
})

test('one that ends it for the time of a transaction says that of the transaction', () => {
  const ended = Object.assign(new Error('a failure'), { code: '25P04', severity: 'FATAL' })
  expect(isDatabaseUnavailable(ended)).toBe(false)
})

test('so does a wait for a connection that took too long', () => {
  expect(isDatabaseUnavailable(new ConnectionsBusyError())).toBe(true)
})

test.each(['23505', '40001', '40P01', '42601', '57014', '25P04', '22012', 'ENOSPC', ''])(
  '%j says that of the statement, or of nothing',
  (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false)
    expect(isDatabaseUnavailable({ code: 'ECONNRESET' })).toBe(false)
  },
)

test('a server that takes no writes is told from one that gave a statement up', () => {
  const refused = new DatabaseReadOnlyError()
  expect(refused).toMatchObject({
    name: 'DatabaseReadOnlyError',
    code: '25006',
    message: expect.stringContaining('takes no writes'),
  })
  expect([isReadOnly(refused), isReadOnly(withCode('25006')), isDatabaseUnavailable(refused)]).toEqual([
    true,
    true,
    true,
  ])
  expect([isReadOnly(withCode('57014')), isReadOnly(withCode('25P03')), isReadOnly(null)]).toEqual([
    false,
    false,
    false,
  ])
  expect(['57014', '55P03', '25P04', '25006'].map((code) => isGivenUp(withCode(code)))).toEqual([
    true,
    true,
    true,
    false,
  ])
})
