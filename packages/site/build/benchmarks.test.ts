import { expect, test } from 'vitest'
import { benchmarks, reached } from './benchmarks.ts'

test('how far a row has come is told in the direction that is asked', () => {
  expect(reached({ ratio: 0.9, target: '>= 0.6' })).toBeCloseTo(1.5)
  expect(reached({ ratio: 1.5, target: '<= 3' })).toBeCloseTo(2)
  expect(reached({ ratio: 6, target: '<= 3' })).toBeCloseTo(0.5)
  expect(reached({ ratio: 6 })).toBeNull()
})

test('the page has every row of the kept run, with a bar where something is asked', () => {
  const page = benchmarks()
  const asked = page.match(/[≥≤] \d/g) ?? []
  expect(asked.length).toBeGreaterThan(10)
  expect(page.match(/class="bench-row"/g)).toHaveLength(asked.length)
})
