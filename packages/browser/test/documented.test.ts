import { describe, expect, test } from 'vitest'
import { LOAD_ERRORS, SESSION_ERRORS } from '../src/errors.ts'
import { documentedErrors } from './documented.ts'

describe('the manual’s table of errors on the page', () => {
  test('has every code with its message, and no other', () => {
    expect(documentedErrors()).toEqual({ ...LOAD_ERRORS, ...SESSION_ERRORS })
  })
})
