import { expect, test } from 'vitest'
import { failureClassOf } from './failure-class.ts'

test.each([
  ['ETIMEDOUT', 'timeout'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ECONNRESET', 'connection_reset'],
  ['EPIPE', 'connection_reset'],
  ['ENOTFOUND', 'dns'],
  ['ENODATA', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['EAI_FAIL', 'dns'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['HPE_HEADER_OVERFLOW', 'response_too_large'],
  ['HPE_INVALID_CONSTANT', 'network'],
  ['', 'network'],
])('an exchange that failed with %j is of the class %s', (code, failure) => {
  expect(failureClassOf(Object.assign(new Error('it failed'), { code }))).toBe(failure)
})
