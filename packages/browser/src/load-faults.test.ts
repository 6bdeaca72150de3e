import { expect } from '@open-wc/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from '../test/mocha.ts'
import { answerOf, clean, codeOf, scenario, tags, until } from '../test/page.ts'
import { LOAD_ERRORS, loadWidget, type CoinslotError, type LoadErrorCode, type ManifestSource } from './load.ts'
import { mountWidget } from './mount.ts'
import { discardPrepared, prepareHost, prepareWidget } from './prepare.ts'

beforeEach(clean)
afterAll(clean)

const FAULTS: Readonly<Record<string, LoadErrorCode>> = {
  missing: 'script_unreachable',
  cut: 'script_unreachable',
  type: 'script_unreachable',
  closed: 'script_unreachable',
  changed: 'integrity_mismatch',
  stale: 'integrity_mismatch',
  'manifest-missing': 'manifest_unreachable',
  'manifest-down': 'manifest_unreachable',
  'manifest-html': 'manifest_invalid',
  'manifest-empty': 'manifest_invalid',
}

describe('a fault of the server', () => {
  for (const [fault, code] of Object.entries(FAULTS)) {
    test(`${fault}: is told as ${code}, with the address, and leaves no tag`, async () => {
      const { options } = scenario(fault)
      const error: CoinslotError = await loadWidget({ ...options, retries: 1 }).then(
        () => expect.fail('loaded'),
        (reason) => reason,
      )
      expect(error.code).to.equal(code)
      expect(error.name).to.equal('CoinslotError')
      expect(error.message).to.contain(LOAD_ERRORS[code]).and.to.contain(window.VENDOR)
      expect(tags()).to.have.length(0)
      expect(window.vendorRuns).to.equal(0)
    })
  }

  for (const fault of ['recovers', 'manifest-recovers']) {
    test(`${fault}: twice 503, then 200, is a success, which later calls share`, async () => {
      const { options } = scenario(fault)
      expect(await codeOf(loadWidget(options))).to.equal('none')
      expect(await codeOf(loadWidget(options))).to.equal('none')
      expect(window.vendorRuns).to.equal(1)
      expect(tags()).to.have.length(1)
    })
  }

  test('is tried as often as by default where null is given, as plain JavaScript gives it for an option', async () => {
    const given = { retries: null, nonce: null, scriptBase: null, contract: null }
    expect(await codeOf(loadWidget({ ...scenario('recovers').options, ...given } as never))).to.equal('none')
    expect(tags()[0]?.nonce).to.equal('')
  })

  test('is tried as often as told', async () => {
    const { options, count } = scenario('manifest-down')
    await codeOf(loadWidget({ ...options, retries: 2 }))
    expect(await count('manifest')).to.equal(3)
  })

  test('is not tried again where the answer will not change, and its status is told', async () => {
    const { options, count, manifest } = scenario('manifest-missing')
    const error: CoinslotError = await loadWidget(options).then(
      () => expect.fail('loaded'),
      (reason) => reason,
    )
    expect(error.message).to.contain(`${manifest} 404`)
    expect(error.cause).to.deep.equal({ status: 404 })
    expect(await count('manifest')).to.equal(1)
  })

  test('is tried again where the answer asks for patience', async () => {
    const { fetch: real } = window
    const asked: number[] = []
    for (const status of [408, 425, 429, 500]) {
      window.fetch = async () => (asked.push(status), new Response('{}', { status }))
      await codeOf(loadWidget({ manifest: '/none', retries: 1, retryDelayMs: 1 }))
    }
    window.fetch = real
    expect(asked).to.deep.equal([408, 408, 425, 425, 429, 429, 500, 500])
  })

  test('is not blamed on a policy that only reports, or that has stopped something else', async () => {
    const { options, manifest } = scenario('manifest-missing')
    const load = loadWidget(options)
    const told = { bubbles: true, documentURI: '', originalPolicy: '', statusCode: 0, violatedDirective: 'connect-src' }
    const report = (disposition: SecurityPolicyViolationEventDisposition, blockedURI: string) =>
      document.dispatchEvent(
        new SecurityPolicyViolationEvent('securitypolicyviolation', {
          ...told,
          disposition,
          blockedURI,
          effectiveDirective: 'connect-src',
        }),
      )
    report('report', manifest)
    report('enforce', `${manifest}/other`)
    expect(await codeOf(load)).to.equal('manifest_unreachable')
  })

  test('waits longer each time, with jitter, for half a minute in all', async () => {
    const waits: number[] = []
    const { setTimeout: real } = window
    const { random } = Math
    const spy = (action: () => void, delayMs = 0) => real(action, waits.push(delayMs) && delayMs < 10_000 ? 5 : delayMs)
    Object.assign(window, { setTimeout: spy })
    let half = 0
    Math.random = () => (half++ % 2 ? 0.75 : 0.25)
    await codeOf(loadWidget({ manifest: scenario('manifest-down').manifest }))
    Object.assign(window, { setTimeout: real })
    Math.random = random
    expect(waits.filter((delayMs) => delayMs > 0)).to.deep.equal([30_000, 225, 750, 900])
  })
})

describe('a fault of the server, where the card form is prepared', () => {
  let container: HTMLElement
  const hosts = () => document.querySelectorAll('.coinslot-host')
  beforeEach(() => {
    container = document.createElement('div')
    document.body.append(container)
  })
  afterEach(() => container.remove())
  const open = async (fault: string) => {
    const options = { ...scenario(fault, 'prepares').options, container }
    await prepareWidget({ ...options, retries: 2 })
    const prepared = container.textContent
    return { prepared, session: mountWidget({ ...options, retries: 1, data: { widget_data: 'opaque' } }) }
  }

  for (const [fault, code] of Object.entries(FAULTS)) {
    test(`${fault}: is told by the session as ${code}, and leaves nothing`, async () => {
      const { prepared, session } = await open(fault)
      expect(prepared).to.equal('')
      expect(await codeOf(session.ready)).to.equal(code)
      expect(hosts()).to.have.length(0)
      expect(tags()).to.have.length(0)
      expect(window.vendorRuns).to.equal(0)
    })
  }

  for (const fault of ['none', 'recovers', 'manifest-recovers', 'stale-once']) {
    test(`${fault}: has the form wait unseen, and the session opens in its place`, async () => {
      const { prepared, session } = await open(fault)
      expect(prepared).to.equal('form of client')
      expect(await codeOf(session.ready)).to.equal('none')
      expect(hosts()).to.have.length(1)
      expect(container.textContent).to.equal('widget')
      session.destroy()
      expect(hosts()).to.have.length(0)
    })
  }

  test('a form that has been shown is not shown again: another session has a place of its own', async () => {
    const { session } = await open('none')
    await session.ready
    session.destroy()
    const options = { ...scenario('none', 'prepares').options, container }
    const again = mountWidget({ ...options, data: { widget_data: 'opaque' } })
    expect(await codeOf(again.ready)).to.equal('none')
    expect(container.textContent).to.equal('widget')
    again.destroy()
  })

  test('a form that waits in the page is not what opens over it', async () => {
    const options = { ...scenario('none', 'prepares').options, container }
    await prepareWidget({ ...options, container: document.createElement('div') })
    await prepareWidget(options)
    const session = mountWidget({ ...options, mode: 'modal', data: { widget_data: 'opaque' } })
    expect(await codeOf(session.ready)).to.equal('none')
    expect(document.querySelector('dialog .coinslot-host')?.textContent).to.equal('widget')
    session.destroy()
  })

  test('a form that waits in other looks than its session has is not what opens', async () => {
    const options = { ...scenario('none', 'prepares').options, container }
    await prepareWidget(options)
    const [waiting] = hosts()
    container.dataset['accent'] = '#123456'
    const session = mountWidget({ ...options, data: { widget_data: 'opaque' } })
    expect(await codeOf(session.ready)).to.equal('none')
    const shown = container.querySelector<HTMLElement>('.coinslot-host:not([hidden])')
    expect(shown).not.to.equal(waiting)
    expect([shown?.dataset['accent'], shown?.textContent]).to.deep.equal(['#123456', 'widget'])
    session.destroy()
    discardPrepared(container)
    expect(hosts()).to.have.length(0)
  })

  test('a form that waits for a click is not driven out by one that only comes in good time', async () => {
    const { options } = scenario('none', 'prepares')
    const widget = await loadWidget(options)
    const other = document.body.appendChild(document.createElement('div'))
    prepareHost(widget, { container })
    prepareHost(widget, { container: other }, true)
    expect([container.textContent, other.textContent]).to.deep.equal(['form of client', ''])
    prepareHost(widget, { container })
    expect(hosts()).to.have.length(1)
    prepareHost(widget, { container: other })
    expect([container.textContent, other.textContent]).to.deep.equal(['', 'form of client'])
    discardPrepared(other)
    other.remove()
  })

  test('no form waits for who saves data, and the session opens as it does unprepared', async () => {
    const options = { ...scenario('none', 'prepares').options, container }
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
    try {
      await prepareWidget(options)
    } finally {
      Reflect.deleteProperty(navigator, 'connection')
    }
    expect(hosts()).to.have.length(0)
    const session = mountWidget({ ...options, data: { widget_data: 'opaque' } })
    expect(await codeOf(session.ready)).to.equal('none')
    expect(container.textContent).to.equal('widget')
    session.destroy()
  })

  test('a script that prepares nothing opens as it does unprepared', async () => {
    const options = { ...scenario().options, container }
    await prepareWidget(options)
    expect(container.textContent).to.equal('')
    const session = mountWidget({ ...options, data: { widget_data: 'opaque' } })
    expect(await codeOf(session.ready)).to.equal('none')
    expect(hosts()).to.have.length(1)
    expect(container.textContent).to.equal('widget')
    session.destroy()
  })
})

describe('a script that does not match its digest', () => {
  test('makes a stale manifest be asked for again, once', async () => {
    const deployed = scenario('stale-once')
    expect(await codeOf(loadWidget({ ...deployed.options, retries: 0 }))).to.equal('none')
    expect(await deployed.count('manifest')).to.equal(2)
    const stale = scenario('stale')
    await codeOf(loadWidget(stale.options))
    expect(await stale.count('manifest')).to.equal(2)
  })
})

test('a page of a portal that stands in the cache in place of the manifest is gone past, once', async () => {
  const { options, count } = scenario('manifest-portal')
  expect(await codeOf(loadWidget({ ...options, retries: 0 }))).to.equal('none')
  expect(await count('manifest')).to.equal(2)
  const portal = scenario('manifest-html')
  await codeOf(loadWidget(portal.options))
  expect(await portal.count('manifest')).to.equal(2)
})

describe('a fault of the script', () => {
  const ignore = (event: ErrorEvent) => event.preventDefault()
  const { onerror } = window
  // The runner takes an error of the page for one of the test.
  beforeAll(() => {
    window.onerror = null
    addEventListener('error', ignore)
  })
  afterAll(() => {
    removeEventListener('error', ignore)
    window.onerror = onerror
  })

  for (const [script, code] of Object.entries({
    throws: 'script_failed',
    broken: 'script_failed',
    bare: 'init_missing',
  })) {
    test(`${script}: is told as ${code}`, async () => {
      const load = loadWidget(scenario('none', script).options)
      expect(await codeOf(load)).to.equal(code)
      if (script === 'throws') await load.catch(({ cause }) => expect(cause.message).to.equal('vendor'))
      expect(tags()).to.have.length(0)
    })
  }

  test('late: an error of another script of the page is not taken for one of its own', async () => {
    const load = loadWidget(scenario('none', 'late').options)
    await until(() => window.vendorRuns === 1)
    dispatchEvent(new ErrorEvent('error', { filename: `${location.origin}/shop.js`, error: new Error('theirs') }))
    expect(await codeOf(load)).to.equal('none')
  })

  test('bare: what the page calls by the name of its function is not taken for it', async () => {
    Object.assign(window, { initFortePaymentsWidget: document.createElement('div') })
    expect(await codeOf(loadWidget(scenario('none', 'bare').options))).to.equal('init_missing')
  })

  test('of the merchant: a manifest function that rejects is asked again, and told', async () => {
    let calls = 0
    const manifest = () => Promise.reject(new Error(`no ${++calls}`))
    const load = loadWidget({ manifest, retries: 1, retryDelayMs: 10 })
    expect(await codeOf(load)).to.equal('manifest_unreachable')
    expect(calls).to.equal(2)
  })
})

describe('a hostile page', () => {
  test('with elements named like what is looked for is not believed', async () => {
    const box = document.createElement('div')
    for (const name of ['initFortePaymentsWidget', 'head', 'scripts', 'currentScript', 'trustedTypes']) {
      const image = document.createElement('img')
      image.setAttribute('name', name)
      image.id = name
      box.append(image)
    }
    document.body.append(box)
    const { init } = await loadWidget(scenario().options)
    expect(init).to.be.a('function')
    box.remove()
  })

  test('with a polluted prototype cannot name another script', async () => {
    const evil = scenario()
    const pollution = {
      data: { file_name: 'evil.js', integrity: { digest: `sha384-${'A'.repeat(64)}`, type: 'sha-384' } },
      script_url: evil.script,
      contract: { initFunction: 'alert', containerId: '', events: {} },
      initFortePaymentsWidget: () => {},
    }
    const asked = scenario()
    const { data } = await (await fetch(asked.manifest)).json()
    const bare = { ...data, file_name: asked.script.split('/').at(-1) }
    Object.assign(Object.prototype, pollution)
    try {
      const { url, init } = await loadWidget({ ...asked.options, manifest: bare, scriptBase: asked.script })
      expect(url).to.equal(asked.script)
      expect(init).to.equal(Object.getOwnPropertyDescriptor(window, 'initFortePaymentsWidget')?.value)
    } finally {
      for (const key of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, key)
    }
  })

  test('with a polluted prototype cannot complete a manifest', async () => {
    const asked = scenario()
    const { data } = await answerOf(asked)
    const pollution = { file_name: asked.script, integrity: data.integrity }
    Object.assign(Object.prototype, pollution)
    try {
      for (const manifest of [{ data: {} }, {}] as ManifestSource[]) {
        expect(await codeOf(loadWidget({ manifest, retryDelayMs: 1 }))).to.equal('manifest_invalid')
      }
    } finally {
      for (const key of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, key)
    }
    expect(await asked.count('script')).to.equal(0)
  })
})
