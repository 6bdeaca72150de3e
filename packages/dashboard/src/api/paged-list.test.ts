import { DASHBOARD_API } from '@coinslot/contract/dashboard'
import type { ReactiveControllerHost } from 'lit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CONNECTION_CHANGED, isCutOff } from './connection.ts'
import { SESSION_ENDED, SESSION_RENEWED } from '../session.ts'
import { ACTED } from './api.ts'
import { PagedList } from './paged-list.ts'

class Source {
  static readonly CLOSED = 2
  static all: Source[] = []
  readyState = 1
  onmessage: ((event: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  readonly url: string
  constructor(url: string) {
    this.url = url
    Source.all.push(this)
  }
  close(): void {
    this.readyState = Source.CLOSED
  }
  tell(ids: readonly string[], next: string | null = null): void {
    this.onmessage?.({ data: JSON.stringify(page(ids, next)) })
  }
  static get open(): Source[] {
    return Source.all.filter(({ readyState }) => readyState !== Source.CLOSED)
  }
  static get last(): Source {
    const last = Source.all.at(-1)
    if (last === undefined) throw new Error('Nothing is watched')
    return last
  }
}

const page = (ids: readonly string[], next: string | null) => ({
  payments: ids.map((id) => ({ id })),
  next_cursor: next,
  searched_until: null,
})

const answers = vi.fn<typeof fetch>()
const told = vi.fn<(event: Event) => boolean>()
const view = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } })
const frame = new EventTarget()
const look = (hidden: boolean): void => {
  view.hidden = hidden
  view.dispatchEvent(new Event('visibilitychange'))
}

const host = { addController: () => undefined, requestUpdate: () => undefined } as unknown as ReactiveControllerHost
const newList = () =>
  new PagedList<'listPayments', { readonly id: string }>(host, 'listPayments', ({ payments }) => payments)

let list: ReturnType<typeof newList>
const ids = () => list.rows?.map(({ id }) => id)

beforeEach(() => {
  Source.all = []
  view.hidden = false
  vi.stubGlobal('EventSource', Source)
  vi.stubGlobal('document', view)
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('history', { state: null })
  vi.stubGlobal('dispatchEvent', told)
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame))
  list = newList()
  list.live.hostConnected()
})
afterEach(() => {
  list.live.hostDisconnected()
  vi.unstubAllGlobals()
  answers.mockReset()
  told.mockReset()
})

/** Lets the next request wait for its answer. */
const held = () => {
  let answer: ((response: Response) => void) | undefined
  answers.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  return (given: readonly string[], next: string | null = null) => answer?.(Response.json({ data: page(given, next) }))
}

test('older rows stay as newer ones come, none twice and none lost, page after page', async () => {
  list.watch({ status: 'Approved' })
  expect(list.rows).toBeUndefined()
  Source.last.tell(['4', '3'], 'after-3')
  const answer = held()
  const more = list.more()
  await list.more()
  answer(['2'], 'after-2')
  await more
  expect(answers.mock.calls.map(([url]) => url)).toEqual([`${DASHBOARD_API}/payments?status=Approved&cursor=after-3`])
  Source.last.tell(['5', '4'], 'after-4')
  expect(ids()).toEqual(['5', '4', '3', '2'])

  held()(['1'])
  await list.more()
  expect(answers).toHaveBeenLastCalledWith(expect.stringContaining('cursor=after-2'), expect.anything())
  expect(ids()).toEqual(['5', '4', '3', '2', '1'])
  expect(list.end?.next_cursor).toBeNull()
  list.forget('4')
  expect(ids()).toEqual(['5', '3', '2', '1'])
})

test('rows that newer ones push out of the first page stay once older ones were asked for, and what has gone goes', async () => {
  list.watch({})
  Source.last.tell(['4', '3'], 'after-3')
  const answer = held()
  const more = list.more()
  Source.last.tell(['5', '4'], 'after-4')
  answer(['2', '1'])
  await more
  expect(ids()).toEqual(['5', '4', '3', '2', '1'])
  Source.last.tell(['6', '5'], 'after-5')
  Source.last.tell(['7', '6'], 'after-6')
  expect(ids()).toEqual(['7', '6', '5', '4', '3', '2', '1'])
  Source.last.tell(['6', '4'], 'after-4')
  expect(ids()).toEqual(['6', '4', '3', '2', '1'])
})

test('a list has no hole where more came than a page holds while nobody looked', async () => {
  list.watch({})
  Source.last.tell(['4', '3'], 'after-3')
  held()(['2', '1'])
  await list.more()
  look(true)
  look(false)
  Source.last.tell(['9', '8'], 'after-8')
  expect(ids()).toEqual(['9', '8'])
  expect(list.end?.next_cursor).toBe('after-8')

  const answer = held()
  const more = list.more()
  Source.last.tell(['15', '14'], 'after-14')
  answer(['7', '6'], 'after-6')
  await more
  expect(ids()).toEqual(['15', '14'])
  expect(list.end?.next_cursor).toBe('after-14')
})

test('rows that the filter does not let through any more are gone, however many pages there were', async () => {
  list.watch({ status: 'Created' })
  Source.last.tell(['2'], 'after-2')
  held()(['1'])
  await list.more()
  Source.last.tell([])
  expect(ids()).toEqual([])
})

test('rows that another filter has asked for are not shown, however late they come', async () => {
  list.watch({ merchant: 'a' })
  const old = Source.last
  old.tell(['a2'], 'after-a2')
  const answer = held()
  const more = list.more()
  list.watch({ merchant: 'b' })
  expect(list.rows).toBeUndefined()
  Source.last.tell(['b2'], 'after-b2')
  old.tell(['a3'])
  old.onerror?.()
  answer(['a1'])
  await more
  expect(ids()).toEqual(['b2'])
  expect(list.end?.next_cursor).toBe('after-b2')
  expect(list.live.error).toBeUndefined()
  expect(Source.open).toEqual([Source.last])
})

test('why a stream was refused is told where it is still watched, and nothing of it with another filter', async () => {
  for (const response of [Response.json({ data: page(['a1'], null) }), Response.json(null, { status: 403 })]) {
    list.watch({ merchant: 'a' })
    let answer: ((response: Response) => void) | undefined
    answers.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
    Source.last.close()
    Source.last.onerror?.()
    list.watch({ merchant: 'b' })
    answer?.(response)
    await new Promise((resolve) => setImmediate(resolve))
    expect([list.rows, list.live.error]).toEqual([undefined, undefined])
  }
  answers.mockResolvedValueOnce(Response.json(null, { status: 403 }))
  Source.last.close()
  Source.last.onerror?.()
  await expect.poll(() => list.live.error?.code).toBe('refused')
  list.watch({ merchant: 'c' })
  expect(list.live.error).toBeUndefined()
})

test('a list that was asked for again stays as it is', async () => {
  list.watch({ merchant: 'a' })
  Source.last.tell(['2'], 'after-2')
  const answer = held()
  const more = list.more()
  list.watch({ merchant: 'a' })
  answer(['1'])
  await more
  expect(ids()).toEqual(['2', '1'])
  expect(Source.all).toHaveLength(1)
})

test('nothing is watched while nobody looks, nor when its page has gone', () => {
  list.watch({})
  look(true)
  expect(Source.open).toEqual([])
  look(false)
  expect(Source.open).toHaveLength(1)
  list.live.hostDisconnected()
  expect(Source.open).toEqual([])
  look(true)
  look(false)
  expect(Source.open).toEqual([])

  list.live.hostConnected()
  expect(Source.open).toHaveLength(1)
  look(true)
  list.watch({ status: 'Created' })
  expect(Source.open).toEqual([])
  look(false)
  expect(Source.open.map(({ url }) => url)).toEqual([expect.stringContaining('status=Created')])
})

test('a stream that is refused for good is told as the service says it, and one that is cut off as that', async () => {
  list.watch({})
  Source.last.onerror?.()
  expect(list.live.error).toMatchObject({ code: 'unreachable', message: 'The service cannot be reached' })
  Source.last.tell(['1'])
  expect(list.live.error).toBeUndefined()

  answers.mockResolvedValueOnce(Response.json({ error: { message: 'No session' } }, { status: 401 }))
  Source.last.close()
  Source.last.onerror?.()
  await expect.poll(() => list.live.error).toMatchObject({ code: 'session_ended', message: 'No session' })
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual([SESSION_ENDED])
  expect(Source.open).toEqual([])
  frame.dispatchEvent(new Event(SESSION_RENEWED))
  Source.last.tell(['2'])
  expect(Source.open).toHaveLength(1)
  expect(list.live.error).toBeUndefined()
})

test('rows of before are told to be that after ten seconds without news, and no longer than they are shown', async () => {
  vi.useFakeTimers()
  list.watch({})
  Source.last.tell(['1'])
  const loseNews = async () => {
    Source.last.onerror?.()
    await vi.advanceTimersByTimeAsync(5_000)
    // As whenever it was tried again.
    Source.last.onerror?.()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(isCutOff()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
  }
  await loseNews()
  expect(isCutOff()).toBe(true)
  Source.last.tell(['2'])
  expect(isCutOff()).toBe(false)
  Source.last.onerror?.()
  Source.last.onerror?.()
  Source.last.tell(['2'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isCutOff()).toBe(false)
  await loseNews()
  list.live.hostDisconnected()
  expect(isCutOff()).toBe(false)
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual(Array(4).fill(CONNECTION_CHANGED))
  vi.useRealTimers()
})

test('a stream that a proxy refused is asked for again, until the page is left', async () => {
  vi.useFakeTimers()
  list.watch({})
  Source.last.tell(['1'])
  for (const status of [502, 200]) {
    const answer = status === 200 ? { data: page(['2'], null) } : null
    answers.mockResolvedValueOnce(Response.json(answer, { status }))
    Source.last.close()
    Source.last.onerror?.()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(Source.open).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(Source.open).toHaveLength(1)
  }
  expect(ids()).toEqual(['2'])
  Source.last.tell(['3'])
  expect(ids()).toEqual(['3'])

  answers.mockResolvedValueOnce(Response.json(null, { status: 502 }))
  Source.last.close()
  Source.last.onerror?.()
  await vi.advanceTimersByTimeAsync(1_000)
  list.live.hostDisconnected()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.open).toEqual([])

  // What is not there any more is not asked for again.
  list.live.hostConnected()
  answers.mockResolvedValueOnce(Response.json(null, { status: 404 }))
  Source.last.close()
  Source.last.onerror?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(Source.open).toEqual([])
  vi.useRealTimers()
})

test('who comes back by Back finds the rows that were there, with what is new; who comes by a link begins anew', async () => {
  const query = { status: 'Approved' }
  list.watch(query)
  Source.last.tell(['4', '3'], 'after-3')
  const answer = held()
  const more = list.more()
  answer(['2', '1'])
  await more
  expect(list.isWhole).toBe(true)
  list.forget('1')
  list.live.hostDisconnected()
  list.hostDisconnected()

  list = newList()
  list.watch(query)
  expect(list.rows).toBeUndefined()
  list.live.hostDisconnected()

  vi.stubGlobal('history', { state: { scrollY: 0, href: '' } })
  list = newList()
  list.watch(query)
  expect([ids(), list.end?.next_cursor, list.isWhole]).toEqual([['4', '3', '2'], null, true])
  Source.last.tell(['5', '4', '3'], 'after-3')
  expect(ids()).toEqual(['5', '4', '3', '2'])
  list.live.hostDisconnected()

  list = newList()
  list.watch({ status: 'Declined' })
  expect(list.rows).toBeUndefined()
})

test('what is done here is looked for at once where other windows have all streams, and left to the stream where there is one', async () => {
  list.watch({})
  const refused = Source.last
  answers.mockImplementation(async () => Response.json({ data: page(['1'], null) }))
  refused.readyState = Source.CLOSED
  refused.onerror?.()
  await vi.waitFor(() => expect(ids()).toEqual(['1']))
  frame.dispatchEvent(new Event(ACTED))
  expect(Source.all).toHaveLength(2)
  Source.last.tell(['2', '1'])
  expect(ids()).toEqual(['2', '1'])
  frame.dispatchEvent(new Event(ACTED))
  expect(Source.all).toHaveLength(2)
})

test('of the lists that were left the latest five are there for Back', () => {
  vi.stubGlobal('history', { state: { scrollY: 0, href: '' } })
  const come = (text: string) => {
    list = newList()
    list.watch({ text })
    return ids()
  }
  const leave = (text: string) => {
    come(text)
    Source.last.tell([text])
    list.live.hostDisconnected()
    list.hostDisconnected()
  }
  for (const text of ['1', '2', '3', '4', '5', '1', '6']) leave(text)
  expect(['1', '2', '3', '6'].map((text) => come(text))).toEqual([['1'], undefined, ['3'], ['6']])
})
