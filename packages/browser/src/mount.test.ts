import { expect, oneEvent } from '@open-wc/testing'
import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { describe, test } from '../test/mocha.ts'
import {
  container,
  hosts,
  kyc,
  mount,
  never,
  payment,
  scriptWith,
  seen,
  sessions,
  setUpPlace,
} from '../test/mounted.ts'
import { clean, codeOf, prerender, scenario, tags, tick, until } from '../test/page.ts'
import { CoinslotReadyEvent, CoinslotSuccessEvent } from './events.ts'
import { loadWidget } from './load.ts'
import { mountWidget, type WidgetSession } from './mount.ts'

const { events } = FORTE_CONTRACT
const vendor = (type: keyof typeof events, paymentIntentId?: string) =>
  dispatchEvent(new CustomEvent(events[type], { detail: paymentIntentId ? { paymentIntentId } : {} }))

setUpPlace()

describe('mountWidget', () => {
  test('gives the script a container that it finds, and the data unchanged', async () => {
    const data = Object.freeze({ ...payment(), later_field: { kept: true } })
    const event = oneEvent(document, 'coinslot-ready')
    await mount({ data }).ready
    expect(await event).to.be.instanceOf(CoinslotReadyEvent)
    const host = hosts()[0]
    expect(host?.parentElement).to.equal(container)
    expect(host?.textContent).to.equal('widget')
    expect(Reflect.get(host ?? {}, 'widgetData')).to.equal(data)
  })

  test('takes null, as plain JavaScript gives it, for an option that is left out', async () => {
    const session = mount({ contract: null, label: null, timeoutMs: null } as never)
    await until(() => hosts()[0]?.textContent?.startsWith('Payment'))
    await session.ready
  })

  test('begins, and has its time run, once a prerendered page is shown', async () => {
    const show = prerender()
    const { ready } = mount()
    const ended = mount()
    ended.close()
    expect(await ended.closed).to.deep.equal({ status: 'close' })
    expect([hosts().length, tags().length]).to.deep.equal([0, 0])
    show()
    await ready
    expect(await codeOf(ended.ready)).to.equal('aborted')
  })

  test('takes a promise and a function, which is told when the session ends', async () => {
    await mount({ data: Promise.resolve(payment()) }).ready
    let given: AbortSignal | undefined
    const session = mount({
      data: (signal) => {
        given = signal
        return new Promise(() => {})
      },
    })
    session.destroy()
    expect(await codeOf(session.ready)).to.equal('aborted')
    expect(given?.aborted).to.equal(true)
  })

  test('opens nothing with data that come after its end, and leaves the place free', async () => {
    let inits = 0
    const options = await scriptWith(() => inits++)
    const manifest = await (await fetch(`${options.manifest}`)).json()
    let answer: (data: typeof kyc) => void = () => {}
    const session = mount({ ...options, manifest, data: () => new Promise((resolve) => (answer = resolve)) })
    await tick()
    session.destroy()
    answer(kyc)
    await tick()
    expect(inits).to.equal(0)
    await mount({ ...options, data: kyc }).ready
  })

  test('ends with success once, as events and as outcome', async () => {
    const session = mount({ data: payment('a') })
    await session.ready
    const event = oneEvent(container, 'coinslot-success')
    vendor('success', 'a')
    vendor('closed', 'a')
    expect(await session.closed).to.deep.equal({ status: 'success', paymentIntentId: 'a' })
    const success = await event
    expect(success).to.be.instanceOf(CoinslotSuccessEvent)
    expect(success).to.include({ bubbles: true, composed: true })
    expect(success.detail).to.deep.equal({ paymentIntentId: 'a' })
    expect(seen).to.deep.equal(['ready', 'success'])
  })

  test('goes on after a passed gate of a payment, and ends with a passed verification alone', async () => {
    const gated = mount({ data: payment('b') })
    await gated.ready
    vendor('kycSuccess', 'b')
    expect(seen).to.deep.equal(['ready', 'kyc-success'])
    vendor('closed', 'b')
    expect((await gated.closed).status).to.equal('close')
    const alone = mount({ data: kyc })
    await alone.ready
    vendor('kycSuccess')
    expect(await alone.closed).to.deep.equal({ status: 'kyc-success' })
  })

  test('tells a rejected verification, then its close', async () => {
    const session = mount({ data: kyc })
    await session.ready
    vendor('kycFailure')
    vendor('closed')
    expect((await session.closed).status).to.equal('kyc-failure')
    expect(seen).to.deep.equal(['ready', 'kyc-failure', 'close'])
  })

  test('hears of its own intent only', async () => {
    const { options } = scenario()
    const all = [payment('c'), payment('d'), kyc].map((data) => mount({ ...options, data }))
    const [first, second, third] = all as [WidgetSession, WidgetSession, WidgetSession]
    await Promise.all([first.ready, second.ready, third.ready])
    vendor('success', 'd')
    vendor('closed')
    expect((await second.closed).status).to.equal('success')
    expect((await third.closed).status).to.equal('close')
    vendor('closed', 'c')
    expect(await first.closed).to.deep.equal({ status: 'close', paymentIntentId: 'c' })
  })

  test('hears of its own container where the script tells which, and of nothing else before it is open', async () => {
    const tell = (type: keyof typeof events, containerId = '') =>
      dispatchEvent(new CustomEvent(events[type], { detail: { containerId } }))
    let give: (data: typeof kyc) => void = () => {}
    const session = mount({ data: new Promise((resolve) => (give = resolve)) })
    tell('closed')
    give(kyc)
    await session.ready
    tell('closed', 'another')
    dispatchEvent(new Event(events.closed))
    expect(seen).to.deep.equal(['ready'])
    tell('kycSuccess', hosts()[0]?.id)
    expect(await session.closed).to.deep.equal({ status: 'kyc-success' })
    const left = mount({ data: never })
    tell('closed', hosts()[0]?.id)
    expect(await left.closed).to.deep.equal({ status: 'close' })
  })

  test('refuses the same intent twice at once, and a second verification', async () => {
    for (const data of [payment('e'), kyc]) {
      const session = mount({ data })
      await session.ready
      expect(await codeOf(mount({ data }).ready)).to.equal('session_conflict')
      session.destroy()
      const again = mount({ data })
      await again.ready
      again.destroy()
    }
  })

  test('takes everything away when destroyed, in mid-load too, and twice', async () => {
    const open = mount()
    await open.ready
    open.destroy()
    open.destroy()
    expect(hosts()).to.have.length(0)
    clean()
    const loading = mount({ ...scenario('hangs').options })
    await until(() => tags().length === 1)
    loading.destroy()
    expect(await loading.closed).to.deep.equal({ status: 'destroyed' })
    expect(await codeOf(loading.ready)).to.equal('aborted')
    await until(() => tags().length === 0)
    expect(seen).to.deep.equal(['ready'])
  })

  test('is destroyed by its signal, before and after it opens', async () => {
    const controller = new AbortController()
    const session = mount({ signal: controller.signal })
    await session.ready
    controller.abort()
    expect((await session.closed).status).to.equal('destroyed')
    expect(await codeOf(mount({ signal: controller.signal }).ready)).to.equal('aborted')
  })

  test('says that it is loading, with a button that leaves', async () => {
    const session = mount({ data: never, messages: { loading: 'Lädt…', close: 'Schließen' } })
    expect(container.querySelector('[role=status]')?.textContent).to.equal('Lädt…')
    const button = container.querySelector('button')
    expect(button?.textContent).to.equal('Schließen')
    button?.click()
    expect(await session.closed).to.deep.equal({ status: 'close' })
    expect(seen).to.deep.equal(['close'])
  })

  test('sends no form of the page with the button that leaves', async () => {
    const { options } = scenario('none', 'prepares')
    await loadWidget(options)
    const told: string[] = []
    const init = () => (told.push('opened'), { ready: never, close: () => told.push('asked') })
    // A script that prepares clears the place itself, once its frame has drawn.
    window.initFortePaymentsWidget = Object.assign(init, { prepare: () => ({ show: () => true, discard: () => {} }) })
    const form = document.createElement('form')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      told.push('sent')
    })
    container.replaceWith(form)
    form.append(container)
    mount(options)
    await until(() => told.length > 0)
    container.querySelector('button')?.click()
    expect(told).to.deep.equal(['opened', 'asked'])
    form.replaceWith(container)
  })

  test('keeps apart what two copies of the package have opened', async () => {
    const { options } = scenario()
    const opened = []
    for (const [copy, id] of ['a', 'b'].entries()) {
      await import(`${window.VENDOR}/coinslot.js?${copy}`)
      const place = document.createElement('div')
      container.append(place)
      const session = window.Coinslot.mountWidget({ ...options, container: place, data: payment(id) })
      sessions.push(session)
      await session.ready
      opened.push({ place, session })
    }
    expect(opened.map(({ place }) => place.textContent)).to.deep.equal(['widget', 'widget'])
    const told = { paymentIntentId: 'b', containerId: hosts()[1]?.id }
    dispatchEvent(new CustomEvent(events.success, { detail: told }))
    expect((await opened[1]?.session.closed)?.status).to.equal('success')
    expect(hosts()).to.have.length(1)
  })

  test('says that no more once a script has drawn, which need not clear its container', async () => {
    const options = await scriptWith(({ containerId }) => document.getElementById(containerId)?.append('form'))
    await mount(options).ready
    expect(container.textContent).to.equal('form')
  })

  test('is taken away on a page whose library has a remove() of its own for what stands in something, as Prototype has', async () => {
    const prototype = HTMLElement.prototype as { remove?: (this: Element) => void }
    prototype.remove = function () {
      if (!this.parentElement) throw new TypeError('it stands in nothing')
      this.parentElement.removeChild(this)
    }
    for (const mode of ['inline', 'modal'] as const) {
      const session = mount({ mode })
      await session.ready
      session.destroy()
      expect(document.querySelector('dialog,.coinslot-host')).to.equal(null)
    }
    delete prototype.remove
  })

  test('takes the focus from what it hides, and from nothing else', () => {
    const field = document.createElement('input')
    container.before(field)
    field.focus()
    mount({ data: never })
    expect(document.activeElement).to.equal(field)
    field.remove()
    const opener = document.createElement('button')
    container.prepend(opener)
    opener.focus()
    mount({ data: never })
    expect(document.activeElement?.textContent).to.equal('Close')
  })

  test('is ready once the frame has answered, asks it to close, and tells nothing after its end', async () => {
    let answer = (): void => {}
    let asked = 0
    const ready = new Promise<void>((resolve) => (answer = resolve))
    const options = await scriptWith(() => ({ ready, close: () => asked++ }))
    const session = mount(options)
    await until(() => container.textContent === '')
    await tick()
    session.close()
    expect(asked).to.equal(1)
    expect(seen).to.deep.equal([])
    session.destroy()
    answer()
    await tick()
    expect(await session.closed).to.deep.include({ status: 'destroyed' })
    expect(seen).to.deep.equal([])
  })

  test('shows the card form before the data is there, and prepares none for a session that has ended', async () => {
    const told: string[] = []
    const { options } = scenario('none', 'prepares')
    const widget = await loadWidget(options)
    const prepare = () => (told.push('prepared'), { show: () => told.push('shown'), discard: () => {} })
    Object.assign(widget.init, { prepare })
    const open = () => mountWidget({ ...options, container, data: never }, Promise.resolve(widget))
    open().destroy()
    await tick()
    expect(told).to.deep.equal([])
    const session = open()
    await tick()
    expect(told).to.deep.equal(['prepared', 'shown'])
    session.destroy()
  })

  test('opens with the script that the card form is of, though the manifest names another by then', async () => {
    const { options } = scenario()
    const widget = await loadWidget(options)
    let opened = 0
    const init = () => (opened++, { ready: Promise.resolve(), close: () => {} })
    const early = { ...widget, init: Object.assign(init, { prepare: () => ({ show: () => true, discard: () => {} }) }) }
    const session = mountWidget({ ...options, container, data: payment() }, Promise.resolve(early))
    await session.ready
    expect(opened).to.equal(1)
    session.destroy()
  })

  test('passes the theme of its container on', async () => {
    container.dataset['accent'] = '#123456'
    await mount().ready
    expect(hosts()[0]).to.have.attribute('data-accent', '#123456')
  })
})

describe('a modal session', () => {
  test('stands in a named dialog over the page, in the language of its place, and Escape closes it', async () => {
    container.lang = 'de'
    const session = mount({ mode: 'modal', label: 'Buy coins', data: payment('f') })
    await session.ready
    const dialog = document.querySelector('dialog')
    expect(dialog?.open).to.equal(true)
    expect(dialog).to.include({ ariaLabel: 'Buy coins', lang: 'de' })
    dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await session.closed).to.deep.equal({ status: 'close', paymentIntentId: 'f' })
    expect(seen).to.deep.equal(['ready', 'close'])
  })

  test('stays over the page while the script lets nobody leave, and gives the focus back in the end', async () => {
    let asked = 0
    const options = await scriptWith(() => ({ ready: Promise.resolve(), close: () => asked++ }))
    const opener = document.createElement('button')
    container.append(opener)
    opener.focus()
    const session = mount({ ...options, mode: 'modal' })
    await session.ready
    const dialog = document.querySelector('dialog')
    const escape = new Event('cancel', { cancelable: true })
    dialog?.dispatchEvent(escape)
    expect(escape.defaultPrevented).to.equal(true)
    expect(asked).to.equal(1)
    dialog?.close()
    await until(() => asked === 2)
    expect(dialog?.open).to.equal(true)
    session.destroy()
    expect(document.activeElement).to.equal(opener)
    expect(seen).to.deep.equal(['ready'])
  })

  test('is what a shadow root gets, where the script would not find a container', async () => {
    const inner = document.createElement('div')
    container.attachShadow({ mode: 'open' }).append(inner)
    await mount({ container: inner }).ready
    expect(document.querySelector('dialog .coinslot-host')?.textContent).to.equal('widget')
  })
})
