import { expect, test } from 'vitest'
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

test('what reads takes no body, and only what reads is watched or exported', () => {
  for (const [id, { method, liveMs, csv }] of entries) {
    if (method === 'GET') expect(schemas[id]?.body, id).toBeUndefined()
    else expect([liveMs, csv], id).toEqual([undefined, undefined])
  }
})
