import { expect, test } from 'vitest'
import { table } from './bench.ts'

test('rows are aligned under their columns, and below stands how each was measured', () => {
  const rows = [
    { package: 'node', name: 'calls', ours: 1234, other: 1300.5, ratio: 0.949, unit: 'calls/s', method: 'in turns' },
    { package: 'service', name: 'start', ours: 1, other: 3, ratio: 0.3333, unit: 's', target: 'at most 0.5' },
  ]
  expect(table(rows)).toBe(
    [
      'package  name   ours  other    ratio  unit     target',
      'node     calls  1234  1300.50  0.95   calls/s',
      'service  start  1     3        0.33   s        at most 0.5',
      '',
      'calls: in turns',
    ].join('\n'),
  )
})
