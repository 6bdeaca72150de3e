import { expect, test } from 'vitest'
import { toApiError } from './to-api-error.ts'

const databaseError = (code: string) =>
  Object.assign(new Error('canceling statement due to statement timeout'), { code })

test.each(['57014', '55P03'])('a statement that the database gave up (%s) may be sent again', (code) => {
  expect(toApiError(databaseError(code))).toMatchObject({
    status: 503,
    message: 'The database took too long to answer; try again',
    headers: { 'retry-after': '1' },
  })
})

test('a statement that is wrong is our mistake', () => {
  const { status, message } = toApiError(databaseError('42601'))
  expect(status).toBe(500)
  expect(message).not.toContain('statement')
})

test('a caller who breaks off in the middle of a body is not taken for the database', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(toApiError(aborted).status).toBe(503)
  expect(toApiError(Object.assign(aborted, { statusCode: 400 })).status).toBe(400)
})
