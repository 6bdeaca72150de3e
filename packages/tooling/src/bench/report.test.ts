import { describe, expect, test } from 'vitest'
import type { MeasuredRow } from './machine.ts'
import { HEADER, methodLines, rowLine } from './report.ts'
import { compare, isWanted, quantile, row } from './row.ts'

const calm = { cpus: 2, busy: 0.02, isBusy: false }
const calls: MeasuredRow = {
  name: 'calls',
  ours: 1234,
  other: 1300.5,
  ratio: 0.949,
  spread: { low: 0.9, high: 1 },
  unit: 'calls/s',
  method: 'in turns',
  target: 'at least 0.9',
  machine: calm,
}

describe('a row', () => {
  test('is one line under the header, with the spread beside the ratio and the load of the machine', () => {
    const line = rowLine(calls)
    for (const text of ['calls', '1234', '1300.50', '0.95', '0.90 – 1.00', 'at least 0.9', '2 %']) {
      expect(line).toContain(text)
    }
    expect(line.indexOf('0.90 – 1.00')).toBe(HEADER.indexOf('middle half'))
    expect(line.indexOf('at least')).toBe(HEADER.indexOf('target'))
  })

  test('of a busy machine says so', () => {
    expect(rowLine({ ...calls, machine: { cpus: 2, busy: 0.63, isBusy: true } })).toMatch(/busy 63 %: do not trust$/)
    expect(rowLine(calls)).not.toContain('busy')
  })

  test('says below the table how it was measured', () => {
    expect(methodLines([calls])).toBe('calls: in turns')
  })

  test('has figures of four digits', () => {
    expect(row({ name: 'x', unit: 's', method: '', ours: 1.23456, other: 3 })).toMatchObject({
      ours: 1.235,
      ratio: 0.4115,
    })
  })
})

test('the ratio is the median of the ratios of rounds, and its spread their middle half', () => {
  const rounds = [1, 2, 3, 4, 100].map((ours) => ({ ours, other: 2 }))
  expect(compare(rounds)).toEqual({ ours: 3, other: 2, ratio: 1.5, spread: { low: 1, high: 2 } })
  expect(quantile([1, 2], 0.5)).toBe(1.5)
  expect(quantile([], 0.5)).toBeNaN()
})

test('a row is asked for by a part of its name, in any case', () => {
  expect(isWanted('webhook deliveries', undefined)).toBe(true)
  expect(isWanted('webhook deliveries', 'Webhook')).toBe(true)
  expect(isWanted('manifest', 'webhook')).toBe(false)
})
