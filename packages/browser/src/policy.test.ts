import { expect } from '@open-wc/testing'
import { describe, test } from '../test/mocha.ts'
import { scenario, type Scenario } from '../test/page.ts'

declare global {
  interface Window {
    /** The policy that the README gives to merchants, with `{nonce}` and `{service}`. */
    readonly POLICY: string
  }
}

/** What a page under a policy makes of a session; its origin is not the service's. */
const outcomeUnder = async (policy: string, { manifest }: Scenario, options = '{}'): Promise<string> => {
  const body = `<script type="module" nonce="n1" src="/coinslot.js"></script>
    <coin-slot nonce="n1" preload="none" manifest="${manifest}"></coin-slot>
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

describe('under a Content-Security-Policy', () => {
  test('a session opens with the one that the README gives, Trusted Types included', async () => {
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
