import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { filtersLeftAt, followLinks, PLACE_CHANGED, placeOf, setFilters } from './router.ts'

class Link {
  readonly href: string
  readonly target: string
  /** Whether it stands in the page itself, not in the frame around it. */
  isInPage = false
  readonly #attributes: readonly string[]
  constructor(href: string, target = '', attributes: readonly string[] = []) {
    this.href = new URL(href, HERE).href
    this.target = target
    this.#attributes = attributes
  }
  closest(): object | null {
    return this.isInPage ? {} : null
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.includes(name)
  }
}

const HERE = 'https://pay.test/base/dashboard/payments?status=Approved&merchant=m1'
const page = Object.assign(new EventTarget(), {
  documentElement: { dataset: { base: '/base' } },
  querySelectorAll: () => [],
})
/** Tells of the browser's own Back. */
const browser = new EventTarget()
const pushState = vi.fn<(data: null, unused: '', url: URL) => void>()
const replaceState = vi.fn<(data: object | null, unused: '', url: URL) => void>()
const told = vi.fn<(event: Event) => boolean>()

beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', new URL(HERE))
  vi.stubGlobal('history', { pushState, replaceState })
  vi.stubGlobal('scrollY', 440)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('dispatchEvent', told)
  vi.stubGlobal('HTMLAnchorElement', Link)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('the place is what stands below the path of the dashboard', () => {
  expect(placeOf(new URL(HERE)).path).toBe('/payments')
  expect(placeOf(new URL('https://pay.test/base/dashboard/')).path).toBe('/')
  expect(placeOf(new URL('https://pay.test/base/dashboard/payments/')).path).toBe('/payments')
  expect(placeOf(new URL(HERE)).search.get('merchant')).toBe('m1')
})

test('a filter is written beside the others, and an empty one is taken out', () => {
  setFilters({ status: '', text: 'a&b' })
  expect(replaceState.mock.calls[0]?.[2].search).toBe('?merchant=m1&text=a%26b')
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual([PLACE_CHANGED])
})

test('links between pages are followed here, and every other one is the browser’s', () => {
  followLinks()
  const press = (link: Link, how: object = {}) => {
    const event = Object.assign(new Event('click', { cancelable: true }), { button: 0, ...how })
    vi.spyOn(event, 'composedPath').mockReturnValue([link as unknown as EventTarget])
    page.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(press(new Link('/base/dashboard/webhooks'))).toBe(true)
  expect(press(new Link('/base/dashboard'))).toBe(true)
  expect(pushState.mock.calls.map(([, , { pathname }]) => pathname)).toEqual([
    '/base/dashboard/webhooks',
    '/base/dashboard',
  ])
  expect(replaceState).toHaveBeenLastCalledWith({ scrollY: 440, href: 'https://pay.test/base/dashboard' }, '')
  expect(press(new Link('https://evil.test/base/dashboard/webhooks'))).toBe(false)
  expect(press(new Link('/base/dashboards'))).toBe(false)
  expect(press(new Link('/base/docs'))).toBe(false)
  expect(press(new Link('/base/dashboard/payments#main'))).toBe(false)
  expect(press(new Link('/base/dashboard/webhooks', '_blank'))).toBe(false)
  expect(press(new Link('/base/dashboard/v1/payments.csv', '', ['download']))).toBe(false)
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])
    expect(press(new Link('/base/dashboard/webhooks'), how)).toBe(false)
  const used = Object.assign(new Event('click', { cancelable: true }), { button: 0 })
  used.preventDefault()
  vi.spyOn(used, 'composedPath').mockReturnValue([new Link('/base/dashboard') as unknown as EventTarget])
  page.dispatchEvent(used)
  expect(pushState).toHaveBeenCalledTimes(2)

  told.mockClear()
  browser.dispatchEvent(new Event('popstate'))
  expect(told.mock.calls.map(([{ type }]) => type)).toEqual([PLACE_CHANGED])
})

test('a link of the page stays with the merchant that was chosen, if it names none itself', () => {
  followLinks()
  const follow = (path: string, isInPage: boolean): string => {
    const link = Object.assign(new Link(path), { isInPage })
    const event = Object.assign(new Event('click', { cancelable: true }), { button: 0 })
    vi.spyOn(event, 'composedPath').mockReturnValue([link as unknown as EventTarget])
    page.dispatchEvent(event)
    const [, , { pathname, search }] = pushState.mock.lastCall ?? [null, '', new URL(HERE)]
    return pathname + search
  }
  expect(follow('/base/dashboard/payments/p1', true)).toBe('/base/dashboard/payments/p1?merchant=m1')
  expect(follow('/base/dashboard/payments?merchant=m2', true)).toBe('/base/dashboard/payments?merchant=m2')
  expect(follow('/base/dashboard/', false)).toBe('/base/dashboard/')
})

test('the filters that a page was left with are known on the next one, without whose rows they were', () => {
  followLinks()
  expect(filtersLeftAt('/payments')).toBe('status=Approved')
  vi.stubGlobal('location', new URL('https://pay.test/base/dashboard/payments/p1?merchant=m1'))
  browser.dispatchEvent(new Event('popstate'))
  expect(filtersLeftAt('/payments')).toBe('status=Approved')
  expect(filtersLeftAt('/payments/p1')).toBe('')
  expect(filtersLeftAt('/webhooks')).toBe('')
  vi.stubGlobal('location', new URL('https://pay.test/base/dashboard/payments'))
  browser.dispatchEvent(new Event('popstate'))
  expect(filtersLeftAt('/payments')).toBe('')
})
