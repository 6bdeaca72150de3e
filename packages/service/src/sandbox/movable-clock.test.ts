import { expect, test } from 'vitest'
import { createMovableClock } from './movable-clock.ts'

test('what waits goes on waiting for as long where the clock is set back, and falls due in its order', () => {
  const clock = createMovableClock()
  const fallen: string[] = []
  clock.after(2_000, () => fallen.push('second'))
  clock.after(1_000, () => fallen.push('first'))
  clock.advance(-86_400_000)
  clock.advance(999)
  expect(fallen).toEqual([])
  clock.advance(1)
  expect(fallen).toEqual(['first'])
  clock.advance(1_000)
  expect(fallen).toEqual(['first', 'second'])
})
