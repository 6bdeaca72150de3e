import { expect } from '@open-wc/testing'
import { describe, test } from '../test/mocha.ts'
import { answerOf, scenario, type Scenario } from '../test/page.ts'

declare global {
  interface Window {
    /** The policy that the guide gives to merchants, with `{nonce}` and `{service}`. */
    readonly POLICY: string
  }
}

/** What a page under a policy makes of a session; its origin is not the service's. */
const outcomeUnder = (policy: string, { manifest }: Scenario, options = '{}'): Promise<string> =>
  outcomeOf(policy, SCRIPT_TAG, slotOf(manifest), options)

const SCRIPT_TAG = '<script type="module" nonce="n1" src="/coinslot.js"></script>'
const slotOf = (manifest: string) => `<coin-slot nonce="n1" preload="none" manifest="${manifest}"></coin-slot>`

/** What becomes of the first element in a page with that script and markup. */
const outcomeOf = async (policy: string, script: string, markup: string, options = '{}'): Promise<string> => {
  const body = `${script}
    ${markup}
    <script type="module" nonce="n1">
      const slot = document.querySelector('coin-slot')
      const tell = (outcome) => parent.postMessage(outcome, '*')
      slot.addEventListener('coinslot-ready', () => tell(slot.querySelector('p').textContent))
      slot.addEventListener('coinslot-error', ({ detail }) => tell(detail.error.code))
      Object.assign(slot, ${options}, { data: { widget_data: '' } })
    </script>`
  const frame = document.createElement('iframe')
  const page = new URL('/page', window.VENDOR.replace('localhost', '127.0.0.1'))
  page.searchParams.set('policy', policy.replaceAll('{nonce}', 'n1').replaceAll('{service}', window.VENDOR))
  page.searchParams.set('body', body)
  const told = new Promise<string>((resolve) =>
    addEventListener('message', function hear({ source, data }) {
      if (source !== frame.contentWindow) return
      removeEventListener('message', hear)
      resolve(String(data))
    }),
  )
  frame.src = page.href
  document.body.append(frame)
  const outcome = await told
  frame.remove()
  return outcome
}

const withDirective = (name: string, value: string): string =>
  window.POLICY.split(';')
    .map((directive) => (directive.trim().startsWith(`${name} `) ? `${name} ${value}` : directive))
    .join(';')

/** A manifest that names a script of another origin than the service's. */
const planted = async (asked: Scenario): Promise<string> => {
  const answer = await answerOf(asked)
  return JSON.stringify({ ...answer, script_url: elsewhere(asked.script) })
}
const elsewhere = (url: string): string => url.replace('localhost', '127.0.0.1')
const block = (json: string, nonce = '') =>
  `<script type="application/json" id="coinslot-manifest" nonce="${nonce}">${json}</script>`

const POLICIES = {
  "the service's origin": () => window.POLICY,
  "'strict-dynamic'": () => withDirective('script-src', "'nonce-{nonce}' 'strict-dynamic'"),
}

/** Pages whose own code says which origin it trusts: the service's. */
const TRUSTING = {
  'its bundle': () => '<script type="module" nonce="n1" src="/trusting.js"></script>',
  'the script-tag build': () => `<script type="module" nonce="n1">
    import '/coinslot.js'
    Coinslot.trustScriptsFrom('${window.VENDOR}')
  </script>`,
}
const PAGES = Object.entries(POLICIES).flatMap(([name, policy]) =>
  Object.entries(TRUSTING).map(([build, script]) => ({
    name: `${build} in a page whose policy has ${name}`,
    policy,
    script,
  })),
)

for (const { name, policy, script } of PAGES) {
  describe(`markup planted beside ${name}`, () => {
    test('keeps no session from opening', async () => {
      expect(await outcomeOf(policy(), script(), slotOf(scenario().manifest))).to.equal('widget')
    })

    test('runs no script by an inert block of data', async () => {
      const asked = scenario()
      const slot = '<coin-slot nonce="n1" endpoint="/none"></coin-slot>'
      const outcome = await outcomeOf(policy(), script(), block(await planted(asked)) + slot)
      expect(outcome).to.equal('manifest_unreachable')
      expect(await asked.count('script')).to.equal(0)
    })

    test('runs no script by a block with an element of its own, whose nonce fits it', async () => {
      const asked = scenario()
      const slot = '<coin-slot nonce="x"></coin-slot>'
      expect(await outcomeOf(policy(), script(), block(await planted(asked), 'x') + slot)).to.equal('csp_blocked')
      expect(await asked.count('script')).to.equal(0)
    })

    test('runs no script by an element that names a manifest elsewhere', async () => {
      const asked = scenario('elsewhere')
      expect(await outcomeOf(policy(), script(), slotOf(asked.manifest))).to.equal('csp_blocked')
      expect(await asked.count('script')).to.equal(0)
    })
  })
}

test('a page trusts the origin that it names first: whatever names another later changes nothing', async () => {
  const script = `<script type="module" nonce="n1">
    import '/coinslot.js'
    Coinslot.trustScriptsFrom('${window.VENDOR}')
    Coinslot.trustScriptsFrom('${elsewhere(window.VENDOR)}')
  </script>`
  expect(await outcomeOf(window.POLICY, script, slotOf(scenario().manifest))).to.equal('widget')
  const planted = scenario('elsewhere')
  expect(await outcomeOf(POLICIES["'strict-dynamic'"](), script, slotOf(planted.manifest))).to.equal('csp_blocked')
  expect(await planted.count('script')).to.equal(0)
})

describe('under a Content-Security-Policy', () => {
  test('a session opens with the one that the guide gives, Trusted Types included', async () => {
    expect(window.POLICY).to.contain("require-trusted-types-for 'script'")
    expect(await outcomeUnder(window.POLICY, scenario())).to.equal('widget')
  })

  test('that forbids the script, it says so', async () => {
    expect(await outcomeUnder(withDirective('script-src', "'nonce-{nonce}'"), scenario(), '{ nonce: "" }')).to.equal(
      'csp_blocked',
    )
  })

  test('that forbids the manifest, it says so', async () => {
    expect(await outcomeUnder(withDirective('connect-src', "'none'"), scenario())).to.equal('csp_blocked')
  })

  test('that forbids to look into a fault of the script, it does not blame the policy', async () => {
    const policy = withDirective('connect-src', `{service}/manifest/`)
    expect(await outcomeUnder(policy, scenario('missing'))).to.equal('script_unreachable')
  })

  test('that forbids a style from the address of a script that is gone, it does not blame the policy', async () => {
    const asked = scenario('missing')
    const style = `document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '${asked.script}'}))`
    expect(await outcomeUnder(window.POLICY, asked, `(${style}, {})`)).to.equal('script_unreachable')
  })

  test('that does not list the policy of Trusted Types, it says so where the engine enforces them', async () => {
    const expected = 'trustedTypes' in window ? 'csp_blocked' : 'widget'
    expect(await outcomeUnder(withDirective('trusted-types', "'none'"), scenario())).to.equal(expected)
  })
})
