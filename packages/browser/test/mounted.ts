import { expect } from '@open-wc/testing'
import type { CoinslotEventMap } from '../src/events.ts'
import { loadWidget } from '../src/load.ts'
import { mountWidget, type MountOptions, type WidgetSession } from '../src/mount.ts'
import { afterEach, beforeEach } from './mocha.ts'
import { clean, scenario } from './page.ts'

/** Where a test's sessions stand. */
export let container: HTMLElement
/** The events that the place has heard, without their prefix. */
export let seen: string[]
/** What is destroyed after the test. */
export let sessions: WidgetSession[]

export const payment = (id: string = crypto.randomUUID()) =>
  ({ flow: 'PAYMENT', error_code: null, payment_intent_id: id, widget_data: 'opaque', notes: [] }) as const
export const kyc = { flow: 'KYC_OCC', error_code: null, widget_data: 'opaque' } as const

export const mount = (options: Partial<MountOptions> = {}) => {
  const session = mountWidget({ ...scenario().options, container, data: payment(), ...options })
  sessions.push(session)
  return session
}
export const hosts = () => document.querySelectorAll('.coinslot-host')
export const never = new Promise<never>(() => {})

/** Options for a script that is there already, with an init function that a test has written. */
export const scriptWith = async (init: (given: { containerId: string }) => unknown) => {
  const { options } = scenario()
  await loadWidget(options)
  window.initFortePaymentsWidget = init
  return options
}

/** Sets up for each test of the file that calls it, and sees that the page is empty again in the end. */
export const setUpPlace = (): void => {
  beforeEach(() => {
    clean()
    container = document.createElement('div')
    document.body.append(container)
    sessions = []
    seen = []
    const names: (keyof CoinslotEventMap)[] = [
      'coinslot-ready',
      'coinslot-success',
      'coinslot-close',
      'coinslot-kyc-success',
      'coinslot-kyc-failure',
      'coinslot-error',
    ]
    for (const name of names) container.addEventListener(name, () => seen.push(name.slice('coinslot-'.length)))
  })
  afterEach(() => {
    for (const session of sessions) session.destroy()
    container.remove()
    expect(hosts()).to.have.length(0)
    expect(document.querySelectorAll('dialog')).to.have.length(0)
    clean()
  })
}
