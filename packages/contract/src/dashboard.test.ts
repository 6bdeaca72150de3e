import { expect, test } from 'vitest'
import { z } from 'zod'
import { CSV_SUFFIX, dashboardRoutes, type DashboardRoute, LIVE_SUFFIX } from './dashboard.ts'
import { dashboardOperations, type DashboardSchemas } from './dashboard-operations.ts'

const entries = Object.entries<DashboardRoute>(dashboardRoutes)
const schemas: Record<string, DashboardSchemas> = dashboardOperations

test('no two operations share a method and a path', () => {
  const places = entries.flatMap(([, { method, path, csv, liveMs }]) => [
    `${method} ${path}`,
    ...(csv === undefined ? [] : [`${method} ${path}${CSV_SUFFIX}`]),
    ...(liveMs === undefined ? [] : [`${method} ${path}${LIVE_SUFFIX}`]),
  ])
  expect(new Set(places).size).toBe(places.length)
})

test.each(entries)('%s has a schema for each parameter of its path', (id, { path }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(Object.keys(schemas[id]?.params?.shape ?? {})).toEqual(named)
})

const reading = entries.filter(([, { method }]) => method === 'GET')
const acting = entries.filter(([, { method }]) => method === 'POST')

test.each(reading)('%s reads, and takes no body', (id) => expect(schemas[id]?.body).toBeUndefined())

test.each(reading.filter(([id]) => id.startsWith('list')))('%s can be had as CSV', (id, { csv = '' }) => {
  const answer = schemas[id]?.answer
  expect(answer instanceof z.ZodObject && Object.keys(answer.shape)).toContain(csv)
})

test.each(acting)('%s acts: it is neither watched nor exported', (_id, { liveMs, csv }) =>
  expect([liveMs, csv]).toEqual([undefined, undefined]),
)
