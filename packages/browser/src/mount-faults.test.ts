import { expect } from '@open-wc/testing'
import { describe, test } from '../test/mocha.ts'
import { container, hosts, mount, never, payment, scriptWith, seen, setUpPlace } from '../test/mounted.ts'
import { codeOf, goOffline, scenario, tick } from '../test/page.ts'
import type { MountOptions } from './mount.ts'

setUpPlace()

describe('a session that cannot be opened', () => {
  const cases: [string, () => Partial<MountOptions>][] = [
    ['data_invalid', () => ({ data: { data: payment() } as never })],
    ['data_invalid', () => ({ data: Promise.resolve(null as never) })],
    ['data_invalid', () => ({ data: JSON.stringify(payment()) as never })],
    ['data_unreachable', () => ({ data: () => Promise.reject(new TypeError('network')) })],
    ['timeout', () => ({ data: never, timeoutMs: 100 })],
    ['container_missing', () => ({ container: document.createElement('div') })],
    ['container_missing', () => ({ data: async () => (container.remove(), payment()) })],
    ['container_missing', () => ({ container: null as never })],
    ['option_invalid', () => ({ timeoutMs: Number.NaN })],
    ['script_unreachable', () => ({ ...scenario('missing').options, retries: 0 })],
    ['init_failed', () => ({ data: { ...payment(), breaks: true } as never })],
  ]
  for (const [code, options] of cases) {
    test(`says ${code} by event, outcome and promise`, async () => {
      const session = mount(options())
      expect(await codeOf(session.ready)).to.equal(code)
      const { status, error } = await session.closed
      expect(status).to.equal('error')
      expect(error?.code).to.equal(code)
      if (code !== 'container_missing') expect(seen).to.deep.equal(['error'])
      expect(hosts()).to.have.length(0)
    })
  }

  test('says container_missing of what is no element, and leaves no rejection that nobody can hear', async () => {
    const unheard: unknown[] = []
    const hear = ({ reason }: PromiseRejectionEvent) => unheard.push(reason)
    addEventListener('unhandledrejection', hear)
    for (const container of [null, '#payment', document.querySelectorAll('div')])
      expect((await mount({ container: container as never }).closed).error?.code).to.equal('container_missing')
    // Browsers tell of a rejection in a task of its own.
    for (let task = 0; task < 20; task++) await tick()
    removeEventListener('unhandledrejection', hear)
    expect(unheard).to.deep.equal([])
  })

  test('tells what the merchant’s function, or the script’s, has thrown', async () => {
    const thrown = new TypeError('network')
    const breaking = { ...payment(), breaks: true }
    for (const [data, message] of [
      [() => Promise.reject(thrown), 'network'],
      [() => breaking, 'init'],
    ] as const) {
      const { error } = await mount({ data }).closed
      expect(error?.cause).to.be.instanceOf(Error).and.to.include({ message })
    }
  })

  test('says frame_blocked where the frame does not answer, and offline where the network is gone', async () => {
    const options = await scriptWith(() => ({ ready: Promise.reject(new Error('no answer')), close: () => {} }))
    expect(await codeOf(mount(options).ready)).to.equal('frame_blocked')
    const back = goOffline()
    expect(await codeOf(mount(options).ready)).to.equal('offline')
    back()
  })
})
