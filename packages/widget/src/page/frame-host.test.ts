import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import type { FrameMessage } from '../channel.ts'
import { takeOrders } from './frame-host.ts'
import type { Host } from './host.ts'

const PATH = '/coins/checkout/frame/client%20%C3%A9'
const GREETING = {
  type: 'coinslot:open',
  protocol: 1,
  token: 'v1.pay.x',
  errorCode: null,
  paymentIntentId: 'id-1',
  locale: 'de',
  theme: {},
}
const PREPARE = { ...GREETING, type: 'coinslot:prepare', token: null, paymentIntentId: null }
const parent = {}

let page: EventTarget
let opened: Host[]
let leave: Mock<() => void>
const portOf = () => {
  const posted: FrameMessage[] = []
  const port = {
    posted,
    onmessage: (_message: { data: unknown }): void => {},
    postMessage: (message: FrameMessage) => posted.push(message),
  }
  return port
}
const say = (data: unknown, ports: readonly unknown[], source: unknown = parent) =>
  page.dispatchEvent(Object.assign(new Event('message'), { data, ports, source }))
const begin = (path = PATH) => takeOrders(path, { open: (host) => opened.push(host), leave })

beforeEach(() => {
  page = new EventTarget()
  opened = []
  leave = vi.fn<() => void>()
  vi.stubGlobal('window', { parent })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('document', { body: { getBoundingClientRect: () => ({ height: 520.2 }) } })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

test('a session is reached under the client of the document’s own address, with the token that came', () => {
  begin()
  say(GREETING, [portOf()])
  expect(opened).toMatchObject([
    {
      mode: 'frame',
      isPrepared: false,
      flow: 'PAYMENT',
      errorCode: null,
      paymentIntentId: 'id-1',
      locale: 'de',
      access: {
        prefix: '/coins/checkout/v1',
        headers: { authorization: 'Bearer v1.pay.x', 'x-checkout-client': 'client é' },
      },
    },
  ])
})

test('a token is sent nowhere from a document of no client', () => {
  begin('/checkout/frame')
  say(GREETING, [portOf()])
  // What it refuses is an identity check: a refused payment names its client.
  expect(opened).toMatchObject([{ access: null, flow: 'KYC_OCC' }])
})

test.each([
  ['of another window', GREETING, [portOf()], {}],
  ['of this window itself', GREETING, [portOf()], null],
  ['without a port', GREETING, [], parent],
  ['of another kind', { ...GREETING, type: 'coinslot:other' }, [portOf()], parent],
  ['without a type', {}, [portOf()], parent],
  ['that is nothing', null, [portOf()], parent],
])('a message %s opens nothing, and the one that follows does', (_name, data, ports, source) => {
  begin()
  say(data, ports, source)
  expect(opened).toEqual([])
  say(GREETING, [portOf()])
  expect(opened).toHaveLength(1)
})

test('only one port is taken, and only one session on it', () => {
  const port = portOf()
  begin()
  say(GREETING, [port])
  say({ ...GREETING, token: 'another' }, [portOf()])
  port.onmessage({ data: { ...GREETING, token: 'another' } })
  expect(opened).toHaveLength(1)
})

test('a prepared form takes the one session that follows', () => {
  const port = portOf()
  begin()
  say(PREPARE, [port])
  expect(opened).toMatchObject([{ isPrepared: true, access: null }])
  port.onmessage({ data: PREPARE })
  port.onmessage({ data: GREETING })
  port.onmessage({ data: { ...GREETING, token: 'another' } })
  expect(opened).toHaveLength(2)
  expect(opened[1]).toMatchObject({
    isPrepared: false,
    access: { headers: { authorization: 'Bearer v1.pay.x' } },
  })
})

test('who frames it is told how it stands, and nothing else', () => {
  const port = portOf()
  begin()
  say({ ...PREPARE, instance: 'i-1' }, [port])
  opened[0]?.drawn()
  port.onmessage({ data: { ...GREETING, instance: 'i-1' } })
  opened[1]?.drawn()
  opened[1]?.tell('kycSuccess', 'id-1', false)
  opened[1]?.tell('success', 'id-1', true)
  opened[1]?.reveal(10, 20)
  expect(port.posted).toEqual([
    { type: 'height', heightPx: 521 },
    { type: 'prepared' },
    { type: 'height', heightPx: 521 },
    { type: 'ready', instance: 'i-1' },
    { type: 'event', name: 'kycSuccess', paymentIntentId: 'id-1', final: false },
    { type: 'event', name: 'success', paymentIntentId: 'id-1', final: true },
    { type: 'reveal', topPx: 10, heightPx: 20 },
  ])
})

test('of the keys that are pressed in it only Escape is told, and only where nothing in it has used it', () => {
  const port = portOf()
  begin()
  say(GREETING, [port])
  const press = (key: string, isComposing = false, defaultPrevented = false) =>
    page.dispatchEvent(
      Object.defineProperties(new Event('keydown'), {
        key: { value: key },
        isComposing: { value: isComposing },
        defaultPrevented: { value: defaultPrevented },
      }),
    )
  press('4')
  press('Escape', true)
  press('Escape', false, true)
  expect(port.posted).toEqual([])
  press('Escape')
  expect(port.posted).toEqual([{ type: 'escape' }])
})

test('it leaves when it is asked to, and only then, and first says that it is there', () => {
  const port = portOf()
  leave.mockImplementation(() => expect(port.posted.at(-1)).toMatchObject({ type: 'ready' }))
  begin()
  say(GREETING, [port])
  port.onmessage({ data: { type: 'leave' } })
  expect(leave).not.toHaveBeenCalled()
  port.onmessage({ data: { type: 'close' } })
  expect(leave).toHaveBeenCalledOnce()
  expect(opened).toHaveLength(1)
})

test('opened by itself it has no session, and takes none from whoever opened its window', () => {
  vi.stubGlobal(
    'window',
    Object.defineProperty({}, 'parent', {
      get() {
        return this
      },
    }),
  )
  begin()
  say(GREETING, [portOf()])
  expect(opened).toMatchObject([{ mode: 'hosted', access: null, paymentIntentId: null }])
})
