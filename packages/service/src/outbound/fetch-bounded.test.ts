import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endless } from '../../test/fault-endpoint.ts'
import { fetchBounded } from './fetch-bounded.ts'

let server: Server
let connections = 0
beforeAll(async () => {
  server = createServer((_request, response) => response.end('inside')).on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** Leads every name to this machine. */
const resolve: LookupFunction = (_hostname, options, callback) =>
  options.all === true ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
const fetchByName = (allowPrivate: boolean, name = 'pictures.example', by = resolve) =>
  fetchBounded(`http://${name}:${(server.address() as AddressInfo).port}/`, {
    maxBytes: 6,
    accept: 'image/png',
    signal: new AbortController().signal,
    allowPrivate,
    resolve: by,
  })

test('the attack of a public name that leads inside connects to nobody', async () => {
  const before = connections
  await expect(fetchByName(false)).rejects.toMatchObject({ code: 'address_not_allowed' })
  expect(connections).toBe(before)
})

test.each(['localhost', 'LOCALHOST.', 'shop.localhost', 'shop.localhost.'])(
  '%s is this machine’s, whatever a resolver would make of it: none is asked',
  async (name) => {
    const asked = vi.fn<LookupFunction>(resolve)
    await expect(fetchByName(false, name, asked)).rejects.toMatchObject({ code: 'address_not_allowed' })
    expect(asked).not.toHaveBeenCalled()
  },
)

/** Fetches at most 6 bytes of what answers so. */
const fetchFrom = async (answer: RequestListener): Promise<Buffer> => {
  const other = createServer(answer)
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
  const { port } = other.address() as AddressInfo
  const options = { maxBytes: 6, accept: 'image/png', signal: AbortSignal.timeout(10_000), allowPrivate: true }
  return fetchBounded(`http://127.0.0.1:${port}/`, options).finally(() => other.close())
}

test('speaks TLS with what is at an https address, and tells of what speaks none', async () => {
  const { port } = server.address() as AddressInfo
  const options = { maxBytes: 6, accept: 'image/png', signal: AbortSignal.timeout(10_000), allowPrivate: true }
  await expect(fetchBounded(`https://127.0.0.1:${port}/`, options)).rejects.toMatchObject({
    code: expect.stringMatching(/^(EPROTO|ERR_SSL_.*)$/) as string,
  })
})

test('says who asks and what for, and takes what comes within the bound', async () => {
  const fetching = fetchFrom(({ headers }, response) =>
    response.end(headers.accept === 'image/png' && headers['user-agent'] === 'Coinslot-Pictures/1' ? 'inside' : ''),
  )
  expect((await fetching).toString()).toBe('inside')
})

test.each([201, 204, 206, 302, 304, 404, 500])('an answer of %i is none', async (status) => {
  const fetching = fetchFrom((_request, response) => response.writeHead(status, { location: '/' }).end())
  await expect(fetching).rejects.toMatchObject({ name: 'NotFetchedError', code: 'not_fetched' })
})

test('what breaks off half-way is no answer', async () => {
  const fetching = fetchFrom((_request, response) => {
    response.writeHead(200, { 'content-length': 6 })
    response.write('ins', () => response.destroy())
  })
  await expect(fetching).rejects.toMatchObject({ code: 'not_fetched' })
})

test('the attack of informational answers without end is cut off', async () => {
  const fetching = fetchFrom((_request, response) => {
    for (let hints = 0; hints < 17; hints += 1) response.writeProcessing()
  })
  await expect(fetching).rejects.toMatchObject({ code: 'not_fetched' })
})

test('the attack of blank lines without end before an answer is cut off', async () => {
  const fetching = fetchFrom((request, response) => endless('', '\r\n'.repeat(10_000))(response, request, ''))
  await expect(fetching).rejects.toMatchObject({ code: 'not_fetched' })
})

test('the attack of an answer that changes the protocol is cut off: nothing would be heard of it any more', async () => {
  const fetching = fetchFrom((_request, { socket }) =>
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
  )
  await expect(fetching).rejects.toMatchObject({ code: 'not_fetched' })
})

test('the attack of more bytes than may come is cut off, whether they were announced or not', async () => {
  const announced = fetchFrom((_request, response) => response.writeHead(200, { 'content-length': 7 }).flushHeaders())
  await expect(announced).rejects.toMatchObject({ code: 'not_fetched' })
  const unannounced = fetchFrom((_request, response) => {
    response.write('outside')
    response.end()
  })
  await expect(unannounced).rejects.toMatchObject({ code: 'not_fetched' })
  const exactly = fetchFrom((_request, response) => response.end('within'))
  expect((await exactly).toString()).toBe('within')
})

test('a name leads inside where private addresses are allowed', async () => {
  expect((await fetchByName(true)).toString()).toBe('inside')
})
