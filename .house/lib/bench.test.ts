import { expect, test } from 'vitest'
import { table } from './bench.ts'

test('rows of one kind are one aligned block, with their columns above', () => {
  const rows = [
    { package: 'node', case: 'calls', perSecond: 1234.567 },
    { package: 'node', case: 'bare fetch', perSecond: 9 },
    { package: 'service', case: 'webhooks', p99Ms: 12 },
  ]
  expect(table(rows)).toBe(
    [
      'package  case        perSecond',
      'node     calls       1234.57',
      'node     bare fetch  9',
      '',
      'package  case      p99Ms',
      'service  webhooks  12',
    ].join('\n'),
  )
})
