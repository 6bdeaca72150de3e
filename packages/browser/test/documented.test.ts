import { describe, expect, test } from 'vitest'
import { LOAD_ERRORS, SESSION_ERRORS } from '../src/errors.ts'
import { documentedErrors } from './documented.ts'

describe('the table of errors in the README', () => {
  test('has every code with its message, and no other', () => {
    expect(documentedErrors()).toEqual({ ...LOAD_ERRORS, ...SESSION_ERRORS })
  })
})
