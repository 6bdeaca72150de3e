import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { addMeasuredGauge } from './measured-gauge.ts'
import { countAnswers, createMetrics, metricsRoute } from './metrics.ts'

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

test('the attack of many who read metrics in one moment measures once, and anew for who comes later', async () => {
  const metrics = createMetrics()
  const app = fastify()
  metricsRoute(app, { metrics })
  let measured = 0
  const measure = async () => [{ labels: {}, value: (measured += 1) }]
  addMeasuredGauge(metrics.registry, { name: 'measured', help: 'Times', labelNames: [], measure })
  const read = async () => (await app.inject('/metrics')).body
  const together = await Promise.all([read(), read(), read()])
  expect(together.map((text) => text.includes('\nmeasured 1\n'))).toEqual([true, true, true])
  expect(await read()).toContain('\nmeasured 2\n')
})

test('what cannot be measured is left out: an oldest delivery of 0 seconds would end its alert', async () => {
  const { registry } = createMetrics()
  let age = async () => 360
  const measure = async () => [{ labels: {}, value: await age() }]
  addMeasuredGauge(registry, { name: 'oldest', help: 'Age', labelNames: [], measure })
  expect(await registry.metrics()).toContain('\noldest 360\n')
  age = () => Promise.reject(new Error('connection terminated'))
  expect(await registry.metrics()).not.toContain('\noldest ')
})

test('what takes too long to measure is left out, and measured once for all who ask meanwhile', async () => {
  const { registry } = createMetrics()
  let unlock: (depth: number) => void = () => {}
  const locked = new Promise<number>((resolve) => (unlock = resolve))
  let measured = 0
  const measure = async () => {
    measured += 1
    return [{ labels: {}, value: await locked }]
  }
  addMeasuredGauge(registry, { name: 'depth', help: 'Queue', labelNames: [], measure }, 1)
  for (const text of [await registry.metrics(), await registry.metrics()]) expect(text).not.toContain('\ndepth ')
  expect(measured).toBe(1)
  unlock(7)
  expect(await registry.metrics()).toContain('\ndepth 7\n')
})
