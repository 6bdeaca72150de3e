import { expect, fixture, html } from '@open-wc/testing'
import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { data, merchant, posts, ready, realFetch, retry, setUpMerchant, status } from '../test/merchant.ts'
import { describe, test } from '../test/mocha.ts'
import { clean, prerender, scenario, tick, until } from '../test/page.ts'
import { CoinSlot } from './coin-slot.ts'
import './define.ts'
import { loadWidget } from './load.ts'

const leave = (type: 'success' | 'closed', paymentIntentId: string) =>
  dispatchEvent(new CustomEvent(FORTE_CONTRACT.events[type], { detail: { paymentIntentId } }))
const widgetIn = (slot: Element) => slot.querySelector('.coinslot-host')?.textContent

setUpMerchant()

describe('<coin-slot> with an endpoint', () => {
  test('opens by the button inside, and shows it again in the end', async () => {
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" item="pouch"><button>Buy</button></coin-slot>`,
    )
    expect(slot.state).to.equal('idle')
    expect(posts).to.deep.equal([])
    slot.querySelector('button')?.focus()
    slot.querySelector('button')?.click()
    const { detail } = await ready(slot)
    expect(posts).to.deep.equal([['/shop/intent', { item: 'pouch' }]])
    expect(widgetIn(slot)).to.equal('widget')
    await until(() => slot.state === 'open')
    expect(slot.matches(':state(open)')).to.equal(true)
    expect(getComputedStyle(slot.querySelector('button') ?? slot).display).to.equal('none')
    slot.retry()
    slot.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await slot.updateComplete
    await tick()
    expect(slot.state).to.equal('open')
    expect(slot.querySelectorAll('.coinslot-host')).to.have.length(1)
    leave('success', detail.paymentIntentId ?? '')
    await until(() => slot.state === 'idle')
    expect(slot.open).to.equal(false)
    expect(getComputedStyle(slot.querySelector('button') ?? slot).display).to.not.equal('none')
    await until(() => document.activeElement === slot.querySelector('button'))
    slot.show()
    expect((await ready(slot)).detail.paymentIntentId).to.not.equal(detail.paymentIntentId)
    expect(posts).to.have.length(2)
  })

  test('opens by a button or what is marked so, and by nothing else inside', async () => {
    const slot = await fixture<CoinSlot>(
      html`<coin-slot preload="none"
        ><p>500 coins by our <a>terms</a></p>
        <a data-open><b>Buy</b></a></coin-slot
      >`,
    )
    for (const name of ['p', 'a'] as const) slot.querySelector(name)?.click()
    expect(slot.open).to.equal(false)
    slot.querySelector('b')?.click()
    expect(slot.open).to.equal(true)
  })

  test('opens by a button that was made by the script of another document, as of a frame that it is shown in', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot preload="none"></coin-slot>`)
    const frame = await fixture<HTMLIFrameElement>(html`<iframe></iframe>`)
    const button = frame.contentDocument?.createElement('button')
    slot.append(button ?? '')
    button?.click()
    expect(slot.open).to.equal(true)
  })

  test('that is open on a prerendered page asks for no session before the page is shown', async () => {
    const show = prerender()
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" open></coin-slot>`)
    await until(() => window.vendorRuns)
    expect(slot.state).to.equal('loading')
    expect(posts).to.deep.equal([])
    show()
    await ready(slot)
    expect(posts).to.have.length(1)
  })

  test('gives up what it asks the backend for when it is taken away', async () => {
    let signal: AbortSignal | null | undefined
    const { fetch: merchantFetch } = window
    window.fetch = async (input, init) => {
      if (init?.method !== 'POST') return merchantFetch(input, init)
      ;({ signal } = init)
      return new Promise(() => {})
    }
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" open></coin-slot>`)
    await until(() => signal && window.vendorRuns === 1)
    slot.remove()
    expect(signal?.aborted).to.equal(true)
  })

  test('keeps the card form that waits when another element is taken away', async () => {
    merchant('none', scenario('none', 'prepares'))
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop"><button>Buy</button></coin-slot>`)
    slot.querySelector('button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await until(() => widgetIn(slot) === 'form of client')
    const other = document.createElement('coin-slot')
    document.body.append(other)
    other.remove()
    expect(widgetIn(slot)).to.equal('form of client')
  })

  test('asks for a verification, with a body of its own, and has no card form wait for it', async () => {
    merchant('none', scenario('none', 'prepares'))
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" flow="kyc" .body=${{ level: 2 }}><button>Verify</button></coin-slot>`,
    )
    await until(() => window.vendorRuns === 1)
    let forms = 0
    Object.assign(window.initFortePaymentsWidget ?? {}, { prepare: () => void forms++ })
    const button = slot.querySelector('button')
    button?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    button?.click()
    await ready(slot)
    expect(posts).to.deep.equal([['/shop/kyc', { level: 2 }]])
    expect(forms).to.equal(0)
  })

  test('loads the script before the click, unless told not to', async () => {
    await fixture(html`<coin-slot endpoint="/shop"></coin-slot>`)
    await until(() => window.vendorRuns === 1)
    clean()
    await fixture(html`<coin-slot endpoint="/shop" preload="none"></coin-slot>`)
    expect(window.vendorRuns).to.equal(0)
  })

  const inline = async (manifest: string, nonce: string) => {
    const inlined = document.createElement('script')
    Object.assign(inlined, { type: 'application/json', id: 'coinslot-manifest', nonce })
    inlined.text = JSON.stringify(await (await realFetch(manifest)).json())
    document.head.append(inlined)
    return inlined
  }

  test('uses the manifest that the server wrote into the page', async () => {
    const asked = scenario()
    const inlined = await inline(asked.manifest, 'n1')
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" nonce="n1" open></coin-slot>`)
    await ready(slot)
    expect(await asked.count('script')).to.equal(1)
    inlined.remove()
  })

  for (const [name, planted, own] of [
    ['without a nonce', '', ''],
    ['without the page’s nonce', '', 'n1'],
    ['with a nonce that was guessed', 'n2', 'n1'],
  ] as const) {
    test(`does not believe a manifest in the page ${name}`, async () => {
      const attacker = scenario()
      const inlined = await inline(attacker.manifest, planted)
      const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" nonce=${own} open></coin-slot>`)
      await ready(slot)
      expect(await attacker.count('script')).to.equal(0)
      inlined.remove()
    })
  }
})

describe('<coin-slot> with data', () => {
  test('opens at once with an object or a promise, and with a function when shown', async () => {
    const { manifest } = scenario()
    for (const given of [data(), Promise.resolve(data())]) {
      const slot = await fixture<CoinSlot>(html`<coin-slot .manifest=${manifest} .data=${given}></coin-slot>`)
      await until(() => slot.state === 'open')
    }
    let calls = 0
    const slot = await fixture<CoinSlot>(
      html`<coin-slot .manifest=${manifest} .data=${() => (calls++, data())}></coin-slot>`,
    )
    expect(calls).to.equal(0)
    slot.show()
    await ready(slot)
    slot.data = () => data()
    await slot.updateComplete
    expect(calls).to.equal(1)
    expect(widgetIn(slot)).to.equal('widget')
  })

  test('is not opened with what was asked for before it was closed', async () => {
    let answer: (given: ReturnType<typeof data>) => void = () => {}
    const late = data()
    const slot = await fixture<CoinSlot>(
      html`<coin-slot
        .manifest=${scenario().manifest}
        .data=${() => new Promise((resolve) => (answer = resolve))}
      ></coin-slot>`,
    )
    slot.show()
    await slot.updateComplete
    slot.close()
    await until(() => slot.state === 'idle')
    answer(late)
    await tick()
    const next = data()
    slot.data = () => next
    slot.show()
    const { detail } = await ready(slot)
    expect(detail.paymentIntentId).to.equal(next.payment_intent_id)
  })

  test('replaces the session with new data, and ends it with close(), which leaves the focus where it is', async () => {
    const page = await fixture(html`<div><input /><input /></div>`)
    const [before, meanwhile] = page.querySelectorAll('input')
    before?.focus()
    const slot = await fixture<CoinSlot>(html`<coin-slot .manifest=${scenario().manifest} .data=${data()}></coin-slot>`)
    await ready(slot)
    slot.data = data()
    await ready(slot)
    expect(slot.querySelectorAll('.coinslot-host')).to.have.length(1)
    meanwhile?.focus()
    slot.close()
    await slot.updateComplete
    await tick()
    expect(document.activeElement).to.equal(meanwhile)
    expect(slot.querySelectorAll('.coinslot-host')).to.have.length(0)
    expect(slot.state).to.equal('idle')
  })
})

describe('<coin-slot> in the document', () => {
  test('mirrors its attributes', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot timeout-ms="5000" mode="modal" label="Pay"></coin-slot>`)
    expect(slot).to.include({ timeoutMs: 5000, mode: 'modal', label: 'Pay', open: false })
    Object.assign(slot, { endpoint: '/a', item: 'b', flow: 'kyc', preload: 'none' })
    await slot.updateComplete
    for (const [name, value] of [
      ['endpoint', '/a'],
      ['item', 'b'],
      ['flow', 'kyc'],
      ['preload', 'none'],
    ] as const) {
      expect(slot).to.have.attribute(name, value)
    }
  })

  test('keeps what it was given before it was defined', async () => {
    const element = document.createElement('late-slot')
    Object.assign(element, { manifest: scenario().manifest, data: data(), body: 1 })
    document.body.append(element)
    customElements.define('late-slot', class extends CoinSlot {})
    await ready(element)
    expect(Reflect.get(element, 'body')).to.equal(1)
    element.remove()
  })

  test('opens the same session again when moved', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" open></coin-slot>`)
    await ready(slot)
    const told: string[] = []
    slot.addEventListener('coinslot-close', () => told.push('close'))
    const aside = document.createElement('aside')
    document.body.append(aside)
    aside.append(slot)
    await ready(slot)
    expect(posts).to.have.length(1)
    expect(told).to.deep.equal([])
    aside.remove()
    expect(document.querySelectorAll('.coinslot-host')).to.have.length(0)
  })

  test('opens another session where it was closed while it was out of the page', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" item="pouch" open></coin-slot>`)
    await ready(slot)
    const page = slot.parentElement
    slot.remove()
    slot.close()
    await slot.updateComplete
    page?.append(slot)
    Object.assign(slot, { item: 'chest', open: true })
    await ready(slot)
    expect(posts.map(([, body]) => body)).to.deep.equal([{ item: 'pouch' }, { item: 'chest' }])
  })

  test('takes an attribute that is taken away, and null, for what was never there', async () => {
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" flow="kyc" label="Check" preload="none"></coin-slot>`,
    )
    slot.removeAttribute('label')
    Object.assign(slot, { flow: null, body: null })
    slot.show()
    await slot.updateComplete
    expect(widgetIn(slot)).to.equal('PaymentCloseLoading…')
    await ready(slot)
    expect(posts).to.deep.equal([['/shop/intent', {}]])
  })

  test('asks for an intent where its flow is empty, as a template writes what it has not been given', async () => {
    const slot = await fixture<CoinSlot>(html`<coin-slot endpoint="/shop" flow="" item="pouch" open></coin-slot>`)
    await ready(slot)
    expect(posts).to.deep.equal([['/shop/intent', { item: 'pouch' }]])
  })

  test('leaves a session over the page where it is when moved, and asks it to close when taken away', async () => {
    let asked = 0
    const { manifest } = scenario()
    await loadWidget({ manifest })
    window.initFortePaymentsWidget = () => ({ ready: Promise.resolve(), close: () => asked++ })
    const given = data()
    const slot = await fixture<CoinSlot>(
      html`<coin-slot mode="modal" .manifest=${manifest} .data=${given}></coin-slot>`,
    )
    await until(() => slot.state === 'open')
    const dialog = document.querySelector('dialog')
    const aside = document.createElement('aside')
    document.body.append(aside)
    aside.append(slot)
    await tick()
    expect(asked).to.equal(0)
    aside.remove()
    await until(() => asked === 1)
    expect(dialog?.open).to.equal(true)
    leave('closed', given.payment_intent_id)
    expect(dialog?.isConnected).to.equal(false)
  })

  test('opens over the page when it stands in a shadow root', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`)
    const slot = document.createElement('coin-slot')
    Object.assign(slot, { manifest: scenario().manifest, data: data() })
    host.attachShadow({ mode: 'open' }).append(slot)
    await ready(host)
    expect(document.querySelector('dialog .coinslot-host')?.textContent).to.equal('widget')
    slot.remove()
    expect(document.querySelector('dialog')).to.equal(null)
  })

  test('gives the focus back to its button in a shadow root, which stays on the page behind', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`)
    const slot = document.createElement('coin-slot')
    const button = Object.assign(document.createElement('button'), { textContent: 'Buy' })
    const given = data()
    Object.assign(slot, { manifest: scenario().manifest, data: () => given })
    slot.append(button)
    const root = host.attachShadow({ mode: 'open' })
    root.append(slot)
    await slot.updateComplete
    button.focus()
    button.click()
    await ready(host)
    expect(getComputedStyle(button).display).to.not.equal('none')
    leave('closed', given.payment_intent_id)
    await until(() => slot.state === 'idle')
    await tick()
    expect(root.activeElement).to.equal(button)
  })

  test('may be defined twice', async () => {
    const again = './define.ts?again'
    await import(again)
    expect(customElements.get('coin-slot')).to.equal(CoinSlot)
  })

  test('stands in the documents of component tests, which have no element internals, no states or broken ones', async () => {
    const { attachInternals } = HTMLElement.prototype
    /** As in jsdom 26. */
    const broken = {
      set ariaBusy(_: string) {
        throw new TypeError('Cannot read properties of undefined')
      },
    }
    for (const given of [undefined, () => ({}), () => broken]) {
      HTMLElement.prototype.attachInternals = given as never
      const slot = await fixture<CoinSlot>(html`<coin-slot><button>Buy</button></coin-slot>`).finally(() => {
        HTMLElement.prototype.attachInternals = attachInternals
      })
      expect(slot.state).to.equal('idle')
    }
  })

  test('is accessible in each state', async () => {
    let refuse = (_reason: Error): void => undefined
    const refused = new Promise<never>((_resolve, reject) => (refuse = reject))
    const slot = await fixture<CoinSlot>(
      html`<coin-slot endpoint="/shop" preload="none" label="Münzen" .data=${() => refused}>
        <button>Buy</button>
      </coin-slot>`,
    )
    await expect(slot).to.be.accessible()
    expect(status(slot)?.textContent).to.equal('')
    slot.hidden = true
    expect(slot.offsetHeight).to.equal(0)
    slot.hidden = false
    const messages = { loading: 'Lädt…', close: 'Schließen', error: 'Ging nicht.', retry: 'Nochmal' }
    Object.assign(slot, { open: true, messages })
    await slot.updateComplete
    expect(widgetIn(slot)).to.equal('MünzenSchließenLädt…')
    expect(status(slot)?.textContent).to.equal('Lädt…')
    expect(status(slot)).to.have.property('offsetHeight', 0)
    await expect(slot).to.be.accessible()
    expect(slot.state).to.equal('loading')
    refuse(new Error('refused'))
    await until(() => slot.state === 'error')
    expect(status(slot)?.textContent).to.equal('Ging nicht.')
    expect(retry(slot)?.textContent).to.equal('Nochmal')
    await expect(slot).to.be.accessible()
  })
})
