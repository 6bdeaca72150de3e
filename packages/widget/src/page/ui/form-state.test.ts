import { expect, test } from 'vitest'
import { FormState } from './form-state.ts'

const create = () =>
  new FormState(
    { name: (value) => (value === '' ? 'missing' : null), code: (value) => (value === '123' ? null : 'wrong') },
    { name: '', code: '' },
  )

test('nothing is blamed while typing', () => {
  const form = create()
  form.type('code', '9')
  expect(form.error('code')).toBeNull()
})

test('a filled field is judged when it is left, an empty one only when sent', () => {
  const form = create()
  form.type('code', '9')
  form.leave('code')
  form.leave('name')
  expect([form.error('code'), form.error('name')]).toEqual(['wrong', null])
  expect(form.judgeAll()).toBe('name')
  expect(form.error('name')).toBe('missing')
})

test('an error goes as soon as the field is mended, not before', () => {
  const form = create()
  form.type('code', '9')
  form.leave('code')
  form.type('code', '12')
  expect(form.error('code')).toBe('wrong')
  form.type('code', '123')
  expect(form.error('code')).toBeNull()
  form.type('name', 'Ada')
  expect(form.judgeAll()).toBeNull()
})

test('one error is announced at a time: the one that came last, or the first of a form that was sent', () => {
  const form = create()
  const announced = () => (['name', 'code'] as const).filter((name) => form.isAnnounced(name))
  expect(announced()).toEqual([])
  form.judgeAll()
  expect(announced()).toEqual(['name'])
  form.refuse('code', 'expired')
  expect(announced()).toEqual(['code'])
})

test('what the service refused stands until the field is typed in', () => {
  const form = create()
  form.type('code', '123')
  form.refuse('code', 'expired')
  form.leave('code')
  expect(form.error('code')).toBe('expired')
  form.type('code', '123')
  expect(form.error('code')).toBeNull()
})
