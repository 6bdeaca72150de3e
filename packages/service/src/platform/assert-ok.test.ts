import { expect, test } from 'vitest'
import { assertOk } from './assert-ok.ts'

test.each([
  [new Response(null, { status: 503 }), 'send answered with something that is not ok (503): it must throw instead'],
  [Response.error(), 'send answered with something that is not ok (0): it must throw instead'],
  [{ ok: false }, 'send answered with something that is not ok: it must throw instead'],
])('what says no is refused: %s', (answer, told) => {
  expect(() => assertOk('send', answer)).toThrow(told)
})

test.each([[undefined], [null], [false], ['no'], [{}], [new Response(null, { status: 204 })], [{ ok: true }]])(
  'all else is taken: %s',
  (answer) => {
    expect(() => assertOk('send', answer)).not.toThrow()
  },
)
