import { expect, test } from 'vitest'
import { isTypeTaken, MAX_UPLOADS, uploadRefusal } from './upload-rules.ts'

test('one file comes at a time, and ten in all', () => {
  expect(uploadRefusal({ count: 0, isUnderWay: false })).toBeNull()
  expect(uploadRefusal({ count: 0, isUnderWay: true })).toBe('under_way')
  expect(uploadRefusal({ count: MAX_UPLOADS - 1, isUnderWay: false })).toBeNull()
  expect(uploadRefusal({ count: MAX_UPLOADS, isUnderWay: false })).toBe('too_many')
})

test('a document may be a PDF, a selfie may not; an unknown type is neither', () => {
  expect([isTypeTaken('government_id', 'application/pdf'), isTypeTaken('selfie', 'application/pdf')]).toEqual([
    true,
    false,
  ])
  expect([isTypeTaken('selfie', 'image/jpeg'), isTypeTaken('government_id', null)]).toEqual([true, false])
})
