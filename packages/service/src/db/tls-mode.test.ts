import { expect, test } from 'vitest'
import { withPlainTlsMode } from './tls-mode.ts'

const HOST = 'postgres://pay:word@db.example/pay'

test.each(['prefer', 'require', 'verify-ca', 'verify-full'])('sslmode=%s checks the certificate', (mode) => {
  expect(withPlainTlsMode(`${HOST}?sslmode=${mode}&sslrootcert=ca.pem`)).toBe(
    `${HOST}?sslmode=verify-full&sslrootcert=ca.pem`,
  )
  expect(withPlainTlsMode(`${HOST}?application_name=x&sslmode=${mode}`)).toBe(
    `${HOST}?application_name=x&sslmode=verify-full`,
  )
})

test.each([
  '',
  '?sslmode=disable',
  '?sslmode=no-verify',
  '?application_name=x&sslmode=requires',
  '?uselibpqcompat=true&sslmode=require',
  '?sslmode=require&uselibpqcompat=true',
])('%s is left as it was written', (query) => {
  expect(withPlainTlsMode(HOST + query)).toBe(HOST + query)
})
