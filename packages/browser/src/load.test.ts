import { expect } from '@open-wc/testing'
import { afterAll, beforeEach, describe, test } from '../test/mocha.ts'
import { answerOf, clean, codeOf, goOffline, scenario, tags, tick, until } from '../test/page.ts'
import { loadWidget, preloadWidget } from './load.ts'

beforeEach(clean)
afterAll(clean)

describe('loadWidget', () => {
  test('gives the init function of a script that runs under integrity', async () => {
    const { options, script } = scenario()
    const widget = await loadWidget({ ...options, nonce: 'abc' })
    expect(widget.init).to.equal(window.initFortePaymentsWidget)
    expect(widget.url).to.equal(script)
    const [tag] = tags()
    expect(tag).to.include({ type: 'module', integrity: widget.integrity, crossOrigin: 'anonymous', nonce: 'abc' })
    expect(window.vendorRuns).to.equal(1)
  })

  test('takes the manifest from an address, an answer, a bare manifest, and functions', async () => {
    const sources = ['URL', 'answer', 'bare', 'function', 'promise']
    for (const source of sources) {
      clean()
      const asked = scenario()
      const answer = await answerOf(asked)
      const manifest = {
        URL: new URL(asked.manifest),
        answer,
        bare: { ...answer.data, file_name: asked.script.split('/').at(-1) },
        function: () => answer,
        promise: async () => answer,
      }[source]
      const { url } = await loadWidget({ ...asked.options, manifest, scriptBase: asked.script })
      expect(url, source).to.equal(asked.script)
    }
  })

  test('finds the manifest from the base of the page, as its links do', async () => {
    const { options, manifest } = scenario()
    const base = Object.assign(document.createElement('base'), { href: window.VENDOR })
    document.head.append(base)
    const code = await codeOf(loadWidget({ ...options, manifest: new URL(manifest).pathname }))
    base.remove()
    expect(code).to.equal('none')
  })

  test('leaves no timer and no listener on the page once it is over', async () => {
    const { addEventListener: listen, setTimeout: start, clearTimeout: stop } = window
    const signals: (AbortSignal | undefined)[] = []
    const timers = new Set<number>()
    const startTimer = (action: () => void, delayMs?: number) => {
      const timer = start(() => (timers.delete(timer), action()), delayMs)
      timers.add(timer)
      return timer
    }
    Object.assign(window, {
      addEventListener: (type: string, heard: EventListener, options?: AddEventListenerOptions) => {
        signals.push(options?.signal)
        listen(type, heard, options)
      },
      setTimeout: startTimer,
      clearTimeout: (timer: number) => (timers.delete(timer), stop(timer)),
    })
    const controller = new AbortController()
    const asked = scenario('manifest-hangs')
    const given = loadWidget({ ...asked.options, signal: controller.signal })
    await until(() => asked.count('manifest'))
    controller.abort()
    const codes = [await codeOf(given)]
    // Whether to go on is decided in a task of its own.
    for (let task = 0; task < 3; task++) await tick()
    const left = timers.size
    codes.push(await codeOf(loadWidget(scenario('recovers').options)))
    Object.assign(window, { addEventListener: listen, setTimeout: start, clearTimeout: stop })
    expect(codes).to.deep.equal(['aborted', 'none'])
    expect(left).to.equal(0)
    expect(timers.size).to.equal(0)
    expect(signals.length).to.be.above(0)
    for (const signal of signals) expect(signal?.aborted).to.equal(true)
  })

  test('runs nothing where the manifest names no script at an address of the web, or no digest of it', async () => {
    const asked = scenario()
    const answer = await answerOf(asked)
    const { digest } = answer.data.integrity
    const addresses = ['javascript:alert(1)', 'data:text/javascript,alert(1)', `blob:${asked.script}`]
    const digests = ['', 'none', digest.slice(0, -1), `${digest}=`, `${digest} sha384-`, digest.replace('384', '256')]
    const manifests = [
      ...addresses.map((script_url) => ({ ...answer, script_url })),
      ...digests.map((each) => ({ ...answer, data: { ...answer.data, integrity: { digest: each, type: 'sha-384' } } })),
      { ...answer, data: null },
      null,
    ]
    for (const manifest of manifests) {
      expect(await codeOf(loadWidget({ manifest, retryDelayMs: 1 })), JSON.stringify(manifest)).to.equal(
        'manifest_invalid',
      )
    }
    expect(await asked.count('script')).to.equal(0)
    expect(tags()).to.have.length(0)
  })

  test('refuses a limit that is no number or more than a timer takes, and names it', async () => {
    const { options, count } = scenario()
    for (const name of ['retries', 'retryDelayMs', 'timeoutMs']) {
      for (const value of [Number.NaN, Infinity, 3e9, 'soon']) {
        const load = loadWidget({ ...options, [name]: value })
        expect(await codeOf(load), `${name} ${value}`).to.equal('option_invalid')
        await load.catch(({ message }) => expect(message).to.contain(name))
      }
    }
    expect(await count('manifest')).to.equal(0)
  })

  test('shares one load among all calls at once, and with later ones', async () => {
    const { options, count } = scenario()
    const widgets = await Promise.all(Array.from({ length: 20 }, () => loadWidget(options)))
    expect(new Set(widgets.map(({ init }) => init)).size).to.equal(1)
    await loadWidget(options)
    expect(await count('script')).to.equal(1)
    expect(await count('manifest')).to.equal(2)
    expect(tags()).to.have.length(1)
    expect(window.vendorRuns).to.equal(1)
  })

  test('refuses a call at once that names another script or another digest', async () => {
    const asked = scenario('hangs')
    const controller = new AbortController()
    const load = loadWidget({ ...asked.options, signal: controller.signal })
    await until(() => tags().length === 1)
    const answer = await answerOf(asked)
    const data = { ...answer.data, integrity: { digest: `sha384-${'A'.repeat(64)}`, type: 'sha-384' } }
    expect(await codeOf(loadWidget({ ...asked.options, manifest: { ...answer, data } }))).to.equal('load_conflict')
    expect(await codeOf(loadWidget(scenario().options))).to.equal('load_conflict')
    controller.abort()
    expect(await codeOf(load)).to.equal('aborted')
  })

  test('loads a newer script once the earlier load is over', async () => {
    const { init } = await loadWidget(scenario().options)
    const newer = await loadWidget(scenario().options)
    expect(newer.init).to.not.equal(init)
  })

  test('waits for an init function that comes after the script', async () => {
    expect(await codeOf(loadWidget(scenario('none', 'late').options))).to.equal('none')
  })

  test('takes the names of another vendor', async () => {
    const events = { loaded: 'OtherLoaded', success: '', closed: '', kycSuccess: '', kycFailure: '' }
    const contract = { initFunction: 'initOther', containerId: 'other', events }
    const { init } = await loadWidget({ ...scenario('none', 'other').options, contract })
    expect(init).to.equal(Reflect.get(window, 'initOther'))
    Reflect.deleteProperty(window, 'initOther')
  })
})

describe('a script tag of the page', () => {
  const place = (src: string, integrity: string) => {
    const tag = document.createElement('script')
    const over = new Promise((resolve) => (tag.onload = tag.onerror = resolve))
    Object.assign(tag, { type: 'module', crossOrigin: '', integrity, src })
    document.head.append(tag)
    return over
  }

  test('is used where it carries the same digest', async () => {
    const asked = scenario()
    const { data } = await answerOf(asked)
    await place(asked.script, data.integrity.digest)
    await loadWidget(asked.options)
    expect(tags()).to.have.length(1)
    expect(window.vendorRuns).to.equal(1)
  })

  test('does not matter in a drawing, where it has no address', async () => {
    const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    drawing.append(document.createElementNS(drawing.namespaceURI, 'script'))
    document.body.append(drawing)
    const code = await codeOf(loadWidget(scenario().options))
    drawing.remove()
    expect(code).to.equal('none')
  })

  test('is refused without a digest', async () => {
    const asked = scenario()
    await place(asked.script, '')
    expect(await codeOf(loadWidget(asked.options))).to.equal('load_conflict')
  })

  test('does not matter once it has failed', async () => {
    const asked = scenario('recovers')
    const { data } = await answerOf(asked)
    await place(asked.script, data.integrity.digest)
    await loadWidget(asked.options)
    expect(window.vendorRuns).to.equal(1)
  })
})

describe('abort and timeout', () => {
  test('starts afresh for who comes right after a load was given up', async () => {
    const { options } = scenario()
    const controller = new AbortController()
    const given = loadWidget({ ...options, signal: controller.signal })
    controller.abort()
    const { init } = await loadWidget({ ...options, retries: 0 })
    expect(init).to.equal(window.initFortePaymentsWidget)
    expect(await codeOf(given)).to.equal('aborted')
  })

  test('asks for nothing when aborted before', async () => {
    const { options, count } = scenario()
    const load = loadWidget({ ...options, signal: AbortSignal.abort('left') })
    expect(await codeOf(load)).to.equal('aborted')
    await load.catch(({ cause }) => expect(cause).to.equal('left'))
    expect(await count('manifest')).to.equal(0)
  })

  test('leaves no tag when aborted in mid-load', async () => {
    const asked = scenario('hangs-once')
    const controller = new AbortController()
    const load = loadWidget({ ...asked.options, signal: controller.signal })
    await until(() => tags().length === 1)
    controller.abort()
    expect(await codeOf(load)).to.equal('aborted')
    await until(() => tags().length === 0)
  })

  test('in mid-load lets a script that still arrives run once, whoever asks for it again', async () => {
    const { options } = scenario()
    const controller = new AbortController()
    const given = loadWidget({ ...options, signal: controller.signal })
    await until(() => tags().length === 1)
    controller.abort()
    expect(await codeOf(given)).to.match(/aborted|none/)
    await loadWidget(options)
    expect(window.vendorRuns).to.equal(1)
  })

  test('ends the wait between attempts', async () => {
    const asked = scenario('missing')
    const controller = new AbortController()
    const load = loadWidget({ ...asked.options, retryDelayMs: 600_000, signal: controller.signal })
    await until(() => asked.count('script'))
    await until(() => tags().length === 0)
    controller.abort()
    expect(await codeOf(load)).to.equal('aborted')
    expect(await asked.count('manifest')).to.equal(1)
  })

  test('of one caller does not end the load of another', async () => {
    const { options } = scenario()
    const controller = new AbortController()
    const first = loadWidget({ ...options, signal: controller.signal })
    const second = loadWidget(options)
    controller.abort()
    expect(await codeOf(first)).to.equal('aborted')
    expect(await codeOf(second)).to.equal('none')
  })

  const HANGING = { hangs: 'script', 'manifest-hangs': 'manifest' } as const
  for (const [fault, what] of Object.entries(HANGING)) {
    test(`says timeout where the server never answers, and leaves no tag: ${fault}`, async () => {
      const { options, count } = scenario(fault)
      expect(await codeOf(loadWidget({ ...options, timeoutMs: 200 }))).to.equal('timeout')
      expect(tags()).to.have.length(0)
      const before = await count(what)
      const controller = new AbortController()
      const again = loadWidget({ ...options, signal: controller.signal })
      await until(async () => (await count(what)) > before)
      controller.abort()
      expect(await codeOf(again)).to.equal('aborted')
      await tick()
      expect(tags()).to.have.length(0)
    })

    test(`recovers with a later call: ${fault}-once`, async () => {
      const { options, count } = scenario(`${fault}-once`)
      // On a busy machine the time may run out before the server has been asked.
      do expect(await codeOf(loadWidget({ ...options, timeoutMs: 200 }))).to.equal('timeout')
      while ((await count(what)) === 0)
      expect(await codeOf(loadWidget(options))).to.equal('none')
    })
  }
})

describe('offline', () => {
  test('waits and goes on when the browser is back, whatever the retries', async () => {
    const back = goOffline()
    const { options, count } = scenario('recovers')
    const load = loadWidget({ ...options, retries: 0 })
    await until(() => count('script'))
    await until(() => tags().length === 0)
    // In a task of its own it is decided what follows from the failure.
    await tick()
    back()
    expect(await codeOf(load)).to.equal('none')
  })

  test('is what a timeout is called without a network, which nothing is asked for again meanwhile', async () => {
    const back = goOffline()
    const { options, count } = scenario('manifest-down')
    const code = await codeOf(loadWidget({ ...options, timeoutMs: 200 }))
    back()
    expect(code).to.equal('offline')
    expect(await count('manifest')).to.be.at.most(1)
  })

  test('is over as soon as the browser says so, however long the wait would be', async () => {
    let code: string | undefined
    const load = loadWidget({ ...scenario('manifest-recovers').options, retryDelayMs: 600_000 })
    void codeOf(load).then((told) => (code = told))
    await until(() => (dispatchEvent(new Event('online')), code))
    expect(code).to.equal('none')
  })
})

describe('preloadWidget', () => {
  test('loads ahead, and leaves a failure to the click', async () => {
    const { options, count } = scenario()
    await preloadWidget(options)
    await loadWidget(options)
    expect(await count('script')).to.equal(1)
    await preloadWidget({ ...scenario('missing').options, retries: 0 })
  })
})
