import { expect, test } from 'vitest'
import { countAnswers, createMetrics } from './metrics.ts'

test('answers are counted by operation and status, and their time in seconds', async () => {
  const metrics = createMetrics()
  const answered = countAnswers(metrics)({ route: '/token', operation: 'issueToken' })
  const other = countAnswers(metrics)({ route: null, operation: undefined })
  const answer = { requestId: 'id', method: 'POST', clientId: undefined, errorMessage: undefined }
  for (const status of [200, 503, 200]) answered({ ...answer, status, durationMs: 300 })
  other({ ...answer, status: 404, durationMs: 1 })
  const text = await metrics.registry.metrics()
  const counted = [...text.matchAll(/_count\{operation="(\w+)",status="(\d+)"\} (\d+)/g)].map(([, ...each]) => each)
  expect(counted).toEqual([
    ['issueToken', '200', '2'],
    ['issueToken', '503', '1'],
    ['other', '404', '1'],
  ])
  expect(text).toContain('coinslot_request_seconds_sum{operation="issueToken",status="503"} 0.3')
})
