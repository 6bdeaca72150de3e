import { oneEvent } from '@open-wc/testing'
import type { CoinslotReadyEvent } from '../src/events.ts'
import { afterEach, beforeEach } from './mocha.ts'
import { clean, scenario } from './page.ts'

export const data = () => ({ flow: 'PAYMENT', payment_intent_id: crypto.randomUUID(), widget_data: 'opaque' })
export const status = (slot: Element) => slot.shadowRoot?.querySelector('[role=status]')
export const retry = (slot: Element) => slot.shadowRoot?.querySelector('button')

/** A session opens in there. Where it fails instead, that is what the test says, and not that its time has run out. */
export const ready = (place: Element): Promise<CoinslotReadyEvent> =>
  Promise.race([
    oneEvent(place, 'coinslot-ready'),
    oneEvent(place, 'coinslot-error').then(({ detail }) => Promise.reject(detail.error)),
  ])

/** What the page has asked the merchant for: paths and bodies. */
export let posts: [string, unknown][]
export const { fetch: realFetch } = window

/**
 * A merchant's handler at `/shop` on this page, with the vendor's manifest. The page holds one script at a time: a test whose
 * first load fails, or whose session does while the script loads, sets `preload="none"`, since a preload goes on trying
 * after the test, and keeps its vendor.
 */
export const merchant = (fault = 'none', { manifest } = scenario(fault)) => {
  posts = []
  window.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const { pathname } = new URL(url, location.href)
    if (pathname === '/shop/manifest') return realFetch(manifest)
    if (!pathname.startsWith('/shop/')) return realFetch(input, init)
    posts.push([pathname, JSON.parse(String(init?.body))])
    return Response.json({ data: data() }, { status: fault === 'refused' ? 500 : 201 })
  }
}

/** A merchant for each test of the file that calls it, on a page where nothing was loaded. */
export const setUpMerchant = (): void => {
  beforeEach(() => {
    clean()
    merchant()
  })
  afterEach(() => {
    window.fetch = realFetch
    clean()
  })
}
