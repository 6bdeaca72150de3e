import { expect, fixture, html, oneEvent } from '@open-wc/testing'
import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { data, merchant, posts, ready, retry, setUpMerchant, status } from '../test/merchant.ts'
import { describe, test } from '../test/mocha.ts'
import { goOffline, scenario, until } from '../test/page.ts'
import type { CoinSlot } from './coin-slot.ts'
import './define.ts'

setUpMerchant()

describe('<coin-slot> after an error', () => {
  test('tells it, and tries again by its button', async () => {
    const vendor = scenario()
    merchant('refused', vendor)
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" preload="none" open></coin-slot>`)
    const { detail } = await oneEvent(slot, 'coinslot-error')
    expect(detail.error.code).to.equal('data_unreachable')
    await until(() => slot.state === 'error')
    expect(slot.error).to.equal(detail.error)
    expect(retry(slot)?.hidden).to.equal(false)
    dispatchEvent(new Event('online'))
    await slot.updateComplete
    expect(slot.state).to.equal('error')
    merchant('none', vendor)
    retry(slot)?.click()
    await ready(slot)
    await until(() => slot.state === 'open')
    expect(retry(slot)?.hidden).to.equal(true)
  })

  test('names the address where the backend answers a page, as a login does, in place of a session', async () => {
    const vendor = scenario()
    merchant('none', vendor)
    const { fetch } = window
    window.fetch = (input, init) =>
      `${input}`.endsWith('/intent') ? Promise.resolve(new Response('<h1>Log in</h1>')) : fetch(input, init)
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" preload="none" open></coin-slot>`)
    const { detail } = await oneEvent(slot, 'coinslot-error')
    expect(detail.error).to.include({ code: 'data_unreachable' })
    expect(detail.error.message).to.include('/shop/intent 200')
  })

  test('opens by the button inside as well', async () => {
    const vendor = scenario()
    merchant('refused', vendor)
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" preload="none"><button>Buy</button></coin-slot>`,
    )
    slot.querySelector('button')?.click()
    await until(() => slot.state === 'error')
    merchant('none', vendor)
    slot.querySelector('button')?.click()
    await ready(slot)
  })

  test('names a time limit that is no number, and has none of its own once that is gone', async () => {
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" preload="none" timeout-ms="soon" open></coin-slot>`,
    )
    await until(() => slot.state === 'error')
    expect(slot.error?.code).to.equal('option_invalid')
    slot.removeAttribute('timeout-ms')
    slot.retry()
    await ready(slot)
  })

  test('goes on by itself when the browser is back online', async () => {
    const back = goOffline()
    merchant('manifest-down')
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" preload="none" timeout-ms="100" open></coin-slot>`,
    )
    await until(() => slot.state === 'error')
    expect(status(slot)?.textContent).to.equal('You are offline.')
    merchant()
    slot.timeoutMs = 10_000
    back()
    await ready(slot)
  })

  test('goes on by itself, too, where only the session was asked for without a network', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" item="pouch"></coin-slot>`)
    await until(() => window.vendorRuns === 1)
    const { fetch: merchantFetch } = window
    const back = goOffline()
    window.fetch = async (input, init) => {
      if (init?.method === 'POST') throw new TypeError('Failed to fetch')
      return merchantFetch(input, init)
    }
    slot.show()
    const { detail } = await oneEvent(slot, 'coinslot-error')
    expect(detail.error.code).to.equal('offline')
    expect(posts).to.deep.equal([])
    window.fetch = merchantFetch
    back()
    await ready(slot)
    expect(posts).to.deep.equal([['/shop/intent', { item: 'pouch' }]])
  })
})

describe('<coin-slot> of another vendor', () => {
  test('opens by the script of another vendor, by the names that this one uses', async () => {
    const events = { ...FORTE_CONTRACT.events, loaded: 'OtherLoaded' }
    const contract = { initFunction: 'initOther', containerId: 'other', events }
    const { manifest } = scenario('none', 'other')
    const slot = await fixture<CoinSlot>(
      html`<coin-slot .manifest=${manifest} .contract=${contract} .data=${data()}></coin-slot>`,
    )
    await until(() => slot.state === 'open')
    Reflect.deleteProperty(window, 'initOther')
    expect(slot.querySelector('.coinslot-host')?.id).to.match(/^other-/)
  })
})

describe('<coin-slot> that is not on the page', () => {
  test('asks for no session before it is', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop"></coin-slot>`)
    const page = slot.parentElement
    slot.remove()
    slot.show()
    await slot.updateComplete
    expect([slot.state, posts]).to.deep.equal(['idle', []])
    page?.append(slot)
    await ready(slot)
    expect(posts).to.have.length(1)
  })
})

describe('<coin-slot> that is a copy of one, as routers keep and show them again', () => {
  test('takes away the copy of its dialog, which nothing would ever close, and no dialog that is in use', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" mode="modal" open></coin-slot>`)
    await ready(slot)
    const page = await fixture(html`<div></div>`)
    const copies = [slot, document.querySelector('dialog') ?? slot].map((each) => each.cloneNode(true))
    page.append(...copies)
    await ready(page)
    expect(document.querySelectorAll('dialog')).to.have.length(2)
    expect(document.querySelectorAll('dialog:modal')).to.have.length(2)
    page.remove()
  })

  test('takes away the copy of the widget in it, and opens its own', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" open></coin-slot>`)
    await ready(slot)
    const page = await fixture(html`<div></div>`)
    page.append(slot.cloneNode(true))
    await ready(page)
    expect(page.querySelectorAll('.coinslot-host')).to.have.length(1)
    page.remove()
  })

  test('takes away the copy of a dialog that waited unseen for its click, too', async () => {
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" mode="modal"><button>Buy</button></coin-slot>`,
    )
    slot.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await until(() => document.querySelector('dialog') !== null)
    const page = await fixture(html`<div></div>`)
    const copies = [slot, document.querySelector('dialog') ?? slot].map((each) => each.cloneNode(true))
    slot.remove()
    page.append(...copies)
    page.querySelector('button')?.click()
    await ready(page)
    expect(document.querySelectorAll('dialog')).to.have.length(1)
    page.remove()
  })
})
