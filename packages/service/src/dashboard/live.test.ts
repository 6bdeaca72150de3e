import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DASHBOARD_API, LIVE_SUFFIX } from '@coinslot/contract/dashboard'
import { pathOf, visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { approve } from '../../test/events.ts'
import { order } from '../../test/orders.ts'
import { readStream, streamOf } from '../../test/read-stream.ts'
import { withoutTable } from '../../test/without-table.ts'
import { ApiError } from '../http/api-error.ts'
import { deleteSubscription } from '../webhooks/subscription-store.ts'
import { createSubscription } from '../webhooks/subscriptions.ts'
import { LiveAnswers } from './live-answers.ts'
import type { DashboardSession } from './session.ts'
import { deleteAllSessions } from './session-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Lets time pass until a promise has come to something. */
const inTime = async <T>(promise: Promise<T>): Promise<T> => {
  let isOver = false
  const over = promise.finally(() => (isOver = true))
  await expect
    .poll(() => {
      service.clock.advance(1_000)
      return isOver
    })
    .toBe(true)
  return over
}

test('what another process has written appears, and nothing more once the session has ended', async () => {
  const { intentId } = await order(service)
  const visitor = await visitDashboard(service, service.merchant.merchantId)
  const events = streamOf(service, visitor, pathOf('listPayments') + LIVE_SUFFIX)
  const statusOf = (text: string) => JSON.parse(text).payments[0].status as string
  expect(statusOf((await events.next()).value ?? '')).toBe('Created')

  // As another process does: this one is not told.
  const { db } = service.deps
  await db
    .updateTable('payment_intents')
    .set({ status: 'Declined', finalised_at: service.clock.now() })
    .where('id', '=', intentId)
    .execute()
  expect(statusOf((await inTime(events.next())).value ?? '')).toBe('Declined')

  await deleteAllSessions(db)
  expect((await inTime(events.next())).done).toBe(true)
})

test('a page about what is deleted meanwhile ends', async () => {
  const { deps, merchant } = service
  const { merchantId } = merchant
  const endpoint = 'http://localhost:9/webhook'
  const { id } = await createSubscription(deps, { merchantId, endpoint, description: '', status: 'enabled' })
  await approve(deps, merchantId)
  const visitor = await visitDashboard(service, merchantId)
  const [delivery] = (await visitor.read('listDeliveries')).deliveries
  const events = streamOf(service, visitor, pathOf('readDelivery', delivery?.id) + LIVE_SUFFIX)
  expect((await events.next()).done).toBe(false)
  await deleteSubscription(deps.db, { id, merchantId })
  const untilTheEnd = async () => {
    for await (const _ of events);
  }
  await inTime(untilTheEnd())
})

test('what a session does is seen at once in the pages that it has open, and not only at the next look', async () => {
  const visitor = await visitDashboard(service, null)
  const valuesOf = (text = '') => JSON.parse(text).values.map(({ value }: { value: string }) => value)
  const events = streamOf(service, visitor, pathOf('listBans') + LIVE_SUFFIX)
  expect(valuesOf((await events.next()).value)).not.toContain('seen-at-once')
  const next = events.next()
  await visitor.act('addBan', { value: 'seen-at-once' })
  // No time passes.
  expect(valuesOf((await next).value)).toContain('seen-at-once')
  await events.return(undefined)
})

test('what the database does not tell for a while stays as it was, and goes on appearing afterwards', async () => {
  const visitor = await visitDashboard(service, service.merchant.merchantId)
  const events = streamOf(service, visitor, pathOf('listPayments') + LIVE_SUFFIX)
  const idsOf = (text = '') => JSON.parse(text).payments.map(({ id }: { id: string }) => id)
  await events.next()
  const next = events.next()
  await withoutTable(service.deps.db, 'payment_intents', () =>
    expect
      .poll(() => {
        service.clock.advance(1_000)
        return service.logs.join('')
      })
      .toContain('a live answer could not be read'),
  )
  const { intentId } = await order(service)
  expect(idsOf((await inTime(next)).value ?? '')).toContain(intentId)
  await events.return(undefined)
})

test('is kept by no cache, and says so as every other answer does', async () => {
  const { cookie } = await visitDashboard(service, service.merchant.merchantId)
  const ending = new AbortController()
  const path = service.baseUrl + DASHBOARD_API + pathOf('listPayments') + LIVE_SUFFIX
  const { headers } = await fetch(path, { headers: { cookie }, signal: ending.signal })
  ending.abort()
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  // A proxy would hold it back until there is more.
  expect(headers.get('x-accel-buffering')).toBe('no')
  expect(headers.get('x-request-id')).toMatch(/./)
})

test('a page of which nothing changes is told within a quarter of a minute that it is still watched', async () => {
  const { cookie } = await visitDashboard(service, (await service.createMerchant()).merchantId)
  const path = service.baseUrl + DASHBOARD_API + pathOf('listPayments') + LIVE_SUFFIX
  const { body } = await fetch(path, { headers: { cookie } })
  if (body === null) throw new Error('There is no stream')
  const words = body.pipeThrough(new TextDecoderStream()).getReader()
  expect((await words.read()).value).toMatch(/^data: /)
  const since = service.clock.now().getTime()
  expect((await inTime(words.read())).value).toMatch(/^:/)
  expect(service.clock.now().getTime() - since).toBeGreaterThanOrEqual(15_000)
  await words.cancel()
})

test('a session has a few tabs and no more, until it closes one', async () => {
  const path = pathOf('listPayments') + LIVE_SUFFIX
  const visitor = await visitDashboard(service, service.merchant.merchantId)
  const closing = new AbortController()
  const tabs = Array.from({ length: 4 }, () => streamOf(service, visitor, path, closing.signal))
  await Promise.all(tabs.map((tab) => tab.next()))
  await expect(streamOf(service, visitor, path, closing.signal).next()).rejects.toThrow('429')
  expect(await readStream(service, await visitDashboard(service, service.merchant.merchantId), path)).not.toBe('')
  closing.abort()
  await expect.poll(() => readStream(service, visitor, path).catch(String), { interval: 5 }).toContain('payments')
})

test('a page that is watched ends as the service stops, and is not cut off', async () => {
  const stopped = await startTestService()
  const events = streamOf(stopped, await visitDashboard(stopped, null), pathOf('listPayments') + LIVE_SUFFIX)
  await events.next()
  const [end] = await Promise.all([events.next(), stopped.close()])
  expect(end.done).toBe(true)
})

/** Opens a page of a session. */
const openPage = (
  live: LiveAnswers,
  name: string,
  read: () => Promise<unknown>,
  raw = new ServerResponse(new IncomingMessage(new Socket())),
) => {
  const reply = { raw, getHeaders: () => ({}), hijack: () => undefined } as unknown as FastifyReply
  return live.serve(reply, { name } as DashboardSession, { intervalMs: 1_000, read })
}

test('a session has a few tabs and no more, though it opens them all in one moment', async () => {
  const live = new LiveAnswers(service.deps)
  const open = (read: () => Promise<unknown>) => openPage(live, 'ada', read)
  for (let lost = 0; lost < 20; lost += 1) {
    const failure = new ApiError(503, 'The database is away')
    await expect(open(() => Promise.reject(failure))).rejects.toBe(failure)
  }
  let resolve = (_answer: unknown): void => undefined
  const answer = new Promise<unknown>((settle) => (resolve = settle))
  const tabs = Array.from({ length: 4 }, () => open(() => answer))
  await expect(open(() => answer)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '15' } })
  resolve({})
  await Promise.all(tabs)
  live.endAll()
})

test('the attack of a page that takes nothing is kept one answer for, however much changes', async () => {
  const live = new LiveAnswers(service.deps)
  const raw = new ServerResponse(new IncomingMessage(new Socket()))
  let looks = 0
  const read = async () => ({ looks: (looks += 1), much: 'x'.repeat(100_000) })
  await openPage(live, 'eve', read, raw)
  await expect.poll(() => (service.clock.advance(1_000), looks), { interval: 5 }).toBeGreaterThan(10)
  expect(raw.writableLength).toBeLessThan(200_000)
  live.endAll()
})

test('all sessions together have 500 pages and no more', async () => {
  const live = new LiveAnswers(service.deps)
  const pages = Array.from({ length: 500 }, (_, index) => openPage(live, `session ${index}`, async () => ({})))
  await expect(openPage(live, 'one more', async () => ({}))).rejects.toMatchObject({ status: 503 })
  await Promise.all(pages)
  live.endAll()
})
