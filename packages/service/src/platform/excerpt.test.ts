import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

/** A text that is longer than what is shown, which ends `behind` characters after what is asked for begins. */
const cutWithin = (text: string, behind: number): string =>
  excerpt(`${'so it went, '.repeat(500).slice(0, 4_096 - behind)}${text}${'!'.repeat(5_000)}`)

test('what is no longer than others is shown whole', () => {
  expect(excerpt('x'.repeat(4_096))).toBe('x'.repeat(4_096))
})

test('of a longer one the beginning is shown, and how long it is', () => {
  expect(excerpt(`no room, ${'y'.repeat(991)}`.repeat(10))).toBe(
    `${`no room, ${'y'.repeat(991)}`.repeat(4)}no room,… (10000 characters)`,
  )
})

test.each([
  ['ada.lovelace@example.com', 'ada'],
  ['4111 1111 1111 1111', '4111'],
  ['+1 (555) 555-0123', '555'],
  ['947293', '94'],
])('%s is shown whole or not at all', (text, start) => {
  for (let behind = 1; behind <= text.length; behind += 1) {
    const shown = cutWithin(` ${text}`, behind)
    expect(shown, shown.slice(-60)).not.toContain(start)
  }
})

test('one without an end of a word is not shown', () => {
  expect(excerpt('4 '.repeat(500_000))).toBe('… (1000000 characters)')
  expect(excerpt('a'.repeat(1_000_000))).toBe('… (1000000 characters)')
})
