import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLogger } from '../platform/log.ts'
import type { Answered, AnsweringRoute } from './answered.ts'
import { requestLog } from './request-log.ts'

const collect = () => {
  const lines: string[] = []
  return { lines, destination: { write: (line: string) => void lines.push(line) } }
}

const ROUTES: AnsweringRoute[] = [
  { route: '/payments/v2/intent', operation: 'createIntent' },
  { route: '/a"b\\c', operation: undefined },
  { route: null, operation: undefined },
]
const answered: Answered = {
  requestId: 'order-7:try.2',
  method: 'POST',
  status: 201,
  durationMs: 1.23456,
  errorMessage: undefined,
  clientId: 'client_1"\n',
}

const withoutTime = (line: string | undefined) => {
  const { time, ...rest } = JSON.parse(line ?? '{}') as { time: string }
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  return rest
}

test.each(ROUTES)('the line of $route written by hand is the one that a logger writes', (route) => {
  const ours = collect()
  const others = collect()
  const other = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, others.destination)
  for (const each of [answered, { ...answered, clientId: undefined }]) {
    requestLog(createLogger('info', ours.destination))(route)(each)
    requestLog(other)(route)(each)
  }
  expect(ours.lines.map(withoutTime)).toEqual(others.lines.map(withoutTime))
  expect(ours.lines.map((line) => line.endsWith('}\n'))).toEqual([true, true])
})

test('a logger that leaves info out leaves requests out', () => {
  const { lines, destination } = collect()
  requestLog(createLogger('warn', destination))({ route: '/x', operation: undefined })(answered)
  expect(lines).toEqual([])
})
