import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createResolverRoute, type Resolver } from './resolver-route.ts'

const routeOf = (resolve: Resolver<never>) =>
  createResolverRoute(resolve, () => Promise.reject(new Error('The service is asked for nothing')))

const asking = (signal: AbortSignal | null = null) =>
  new Request('https://shop.test/coinslot/intent', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal,
  })

test('a body that the resolver has encoded itself is handed on with what says so', async () => {
  const headers = { 'content-encoding': 'gzip', 'set-cookie': 'visit=1' }
  const response = await routeOf(() => new Response(gzipSync('no'), { status: 401, headers }))(asking())
  expect(Object.fromEntries(response.headers)).toMatchObject(headers)
})

test('a resolver is told that the page has left', async () => {
  const leaving = new AbortController()
  let told: AbortSignal | undefined
  const route = routeOf(({ signal }) => {
    told = signal
    leaving.abort()
    return new Response('left', { status: 400 })
  })
  await route(asking(leaving.signal))
  expect(told?.aborted).toBe(true)
})
