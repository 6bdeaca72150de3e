import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
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
  expect(message).toMatch(/went wrong on our side; try again, and quote the request id/)
  expect(message).not.toContain('statement')
})

test('a caller who breaks off in the middle of a body is not taken for the database', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  expect(toApiError(aborted).status).toBe(503)
  expect(toApiError(Object.assign(aborted, { statusCode: 400 })).status).toBe(400)
})

test('what is known of already is told as it is, and what is behind anything else is kept for the log', () => {
  const known = new ApiError(409, 'It has been paid')
  expect(toApiError(known)).toBe(known)
  for (const error of [databaseError('42601'), Object.assign(new Error('too large'), { statusCode: 413 })])
    expect(toApiError(error).cause).toBe(error)
})

test.each([
  [Object.assign(new Error('of a library'), { statusCode: 418 })],
  [Object.assign(new Error('of a library'), { statusCode: 404 })],
  [Object.assign(new Error('of a library'), { statusCode: '413' })],
  [{ statusCode: 413 }],
  ['thrown as a text'],
  [null],
])('%j is our mistake: nothing is to be said of its status', (error) => {
  expect(toApiError(error).status).toBe(500)
})
