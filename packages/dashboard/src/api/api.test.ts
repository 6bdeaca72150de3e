import { CSV_MORE_HEADER, DASHBOARD_API, DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import type { DashboardSession } from '@coinslot/contract/dashboard-operations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SESSION_REPLACED, setSession } from '../session.ts'
import { ACTED, ask, askFile, urlOf, useToken } from './api.ts'

const answers = vi.fn<typeof fetch>()
const told = vi.fn<(event: Event) => boolean>()
beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: { base: '/pay' } } })
  vi.stubGlobal('fetch', answers)
  vi.stubGlobal('dispatchEvent', told)
  answers.mockImplementation(async () => Response.json({ data: { done: true } }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  answers.mockReset()
  told.mockReset()
})

test('an id from the address stays within its part of the path, and a value within its own', () => {
  expect(urlOf('readPayment', { id: '../clients?a=b', query: { text: 'x&merchant=y', status: '' } })).toBe(
    `/pay${DASHBOARD_API}/payments/..%2Fclients%3Fa%3Db?text=x%26merchant%3Dy`,
  )
})

test('a file has the name that the service gave it, and says whether its list goes on', async () => {
  const named = { 'content-disposition': 'attachment; filename="payments.csv"' }
  for (const more of [{}, { [CSV_MORE_HEADER]: 'true' }])
    answers.mockImplementationOnce(async () => new Response('id', { headers: { ...named, ...more } }))
  expect(await askFile('/payments.csv')).toMatchObject({ name: 'payments.csv', hasMore: false })
  expect(await askFile('/payments.csv')).toMatchObject({ name: 'payments.csv', hasMore: true })
})

test('the page of a portal is not saved as a file, which is given up after five minutes without an answer', async () => {
  answers.mockImplementationOnce(async () => new Response('<h1>Sign in to the hotel</h1>'))
  await expect(askFile('/payments.csv')).rejects.toMatchObject({ code: 'unreachable' })
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  answers.mockImplementationOnce(async (_, init) => {
    init?.signal?.throwIfAborted()
    return new Response('id', { headers: { 'content-disposition': 'attachment; filename="payments.csv"' } })
  })
  await expect(askFile('/payments.csv')).rejects.toMatchObject({ code: 'unreachable' })
  expect(limit).toHaveBeenCalledWith(300_000)
  limit.mockRestore()
})

test('an action brings the token of its session, a look brings none', async () => {
  useToken('token-of-the-session')
  await ask('signOut')
  await ask('listPayments')
  const [action, look] = answers.mock.calls.map(([, init]) => init)
  expect(action).toMatchObject({ method: 'POST', headers: { [DASHBOARD_TOKEN_HEADER]: 'token-of-the-session' } })
  expect(JSON.stringify(look)).not.toContain('token-of-the-session')
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual([ACTED])
})

const OWN = {
  role: 'merchant',
  merchant: { id: 'm1', name: 'Castle Games' },
  mode: 'sandbox',
  token: 'own',
  base_url: 'https://pay.example',
  expires_at: '2030-01-01T00:00:00.000Z',
} as const

/** Signed in on this page as `OWN`, and since then as that; an action with another token than that session's is refused. */
const signInElsewhere = (now: DashboardSession, status: number): string[] => {
  const tokens: string[] = []
  setSession(OWN)
  useToken(OWN.token)
  answers.mockImplementation(async (_, { method, headers } = {}) => {
    if (method !== 'POST') return Response.json({ data: now })
    const token = new Headers(headers).get(DASHBOARD_TOKEN_HEADER) ?? ''
    tokens.push(token)
    const isGenuine = token === now.token && token !== OWN.token
    return isGenuine ? Response.json({ data: {} }) : Response.json({ error: { message: 'No' } }, { status })
  })
  return tokens
}

test('an action that is refused as another tab has signed in anew is done with the token of now', async () => {
  const tokens = signInElsewhere({ ...OWN, token: 'newer' }, 403)
  await ask('disableClient', { id: 'c1' })
  await ask('disableClient', { id: 'c1' })
  expect(tokens).toEqual(['own', 'newer', 'newer'])
})

test.each([403, 404])(
  'an action that is refused with %i as somebody else has signed in is not done as them',
  async (status) => {
    const tokens = signInElsewhere({ ...OWN, merchant: { id: 'm2', name: 'Other' }, token: 'other' }, status)
    await expect(ask('disableClient', { id: 'c1' })).rejects.toMatchObject({ code: 'session_ended' })
    expect(tokens).toEqual(['own'])
    expect(told.mock.calls.map(([{ type }]) => type)).toEqual([SESSION_REPLACED])
  },
)

test.each([
  [403, 2],
  [409, 1],
])('an action that is refused with %i for another reason is told as such', async (status, asked) => {
  const tokens = signInElsewhere(OWN, status)
  await expect(ask('disableClient', { id: 'c1' })).rejects.toMatchObject({ code: 'refused', message: 'No' })
  expect(tokens).toEqual(['own'])
  expect(answers).toHaveBeenCalledTimes(asked)
})

test.each([400, 409, 500, 502])(
  'an action that failed with %i is not done once more, though another tab has signed in anew',
  async (status) => {
    const tokens = signInElsewhere({ ...OWN, token: 'newer' }, status)
    await expect(ask('createClient', { body: {} })).rejects.toMatchObject({ message: 'No' })
    expect(tokens).toEqual(['own'])
  },
)

test.each([
  [400, 'invalid'],
  [401, 'session_ended'],
  [404, 'not_found'],
  [403, 'refused'],
  [500, 'refused'],
])('an answer of %i is told as %s', async (status, code) => {
  answers.mockImplementation(async () => Response.json({ error: { message: 'No' } }, { status }))
  await expect(ask('listPayments')).rejects.toMatchObject({ code, message: 'No' })
})

test('the page of a proxy is told as what it says of itself', async () => {
  answers.mockImplementation(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(ask('listPayments')).rejects.toMatchObject({ code: 'refused', message: 'The service answered 502' })
})

test('a request without an answer is given up after a minute, and an action says what to look for', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  answers.mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted()
    return Response.json({})
  })
  await expect(ask('listPayments')).rejects.toMatchObject({ message: 'The service cannot be reached' })
  await expect(ask('createClient', { body: {} })).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The service did not answer: look whether it was done before you do it again',
  })
  expect(limit).toHaveBeenCalledWith(60_000)
  limit.mockRestore()
})

test('an action whose end a proxy does not know says what to look for, a refused one does not', async () => {
  const act = () => ask('createClient', { body: {} })
  answers.mockImplementation(async () => new Response('<h1>Gateway time-out</h1>', { status: 504 }))
  const look = 'look whether it was done before you do it again'
  await expect(act()).rejects.toMatchObject({ message: `The service answered 504: ${look}` })
  answers.mockImplementation(async () => new Response('', { status: 413 }))
  await expect(act()).rejects.toMatchObject({ code: 'refused', message: 'The service answered 413' })
})

test.each(['<h1>Sign in to the hotel</h1>', '{"data"', 'null', '{}'])(
  'a page of somebody else, or half an answer, is no answer: %s',
  async (text) => {
    answers.mockImplementation(async () => new Response(text))
    await expect(ask('listPayments')).rejects.toMatchObject({ code: 'unreachable' })
    await expect(ask('signOut')).rejects.toMatchObject({ message: expect.stringContaining('look whether it was done') })
  },
)

test('what went wrong in the service is told with the id to quote', async () => {
  const headers = { 'x-request-id': 'request-1' }
  answers.mockImplementation(async () =>
    Response.json({ error: { message: 'Quote the id' } }, { status: 500, headers }),
  )
  await expect(ask('listPayments')).rejects.toMatchObject({ message: 'Quote the id (request-1)' })
})

test('a service that cannot be reached is told apart', async () => {
  answers.mockRejectedValue(new TypeError('fetch failed'))
  await expect(ask('listPayments')).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The service cannot be reached',
  })
})
