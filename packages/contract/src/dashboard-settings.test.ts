import { expect, test } from 'vitest'
import { clientUpdateSchema, listedValueSchema, merchantCreateSchema } from './dashboard-settings.ts'

test('a merchant has a name, without the blanks around it, that is no id', () => {
  const named = (name: string) => merchantCreateSchema.safeParse({ name }).data?.name
  expect(named('  Emberfall ')).toBe('Emberfall')
  expect(['', '   ', 'A'.repeat(101), '0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a52'].map(named)).toEqual(
    Array(4).fill(undefined),
  )
})

test('a merchant’s name is one line that can be seen, and turns nothing round; what joins letters may stand in it', () => {
  const accepts = (name: string) => merchantCreateSchema.safeParse({ name }).success
  const unfit = ['a\nb', 'a\u001b[2J', 'a\u2028b', 'semaG \u202eEve', '\u2067Eve', '\u200b', '\u200d \u3164']
  expect(unfit.filter(accepts)).toEqual([])
  const fit = ['Emberfall', 'نام\u200cها', '\u{1f469}\u200d\u{1f680}', '\u200fשחק']
  expect(fit.filter(accepts)).toEqual(fit)
})

test('a value to list has no blanks around it, and is not all blank', () => {
  expect(listedValueSchema.parse({ value: ' ada@example.com\n' })).toEqual({ value: 'ada@example.com' })
  expect(listedValueSchema.safeParse({ value: ' \t' }).success).toBe(false)
})

test('a client has 50 origins at most', () => {
  const accepts = (count: number) =>
    clientUpdateSchema.safeParse({ origins: Array.from({ length: count }, (_, at) => `https://${at}.example`) }).success
  expect([0, 50, 51].map(accepts)).toEqual([true, true, false])
})
