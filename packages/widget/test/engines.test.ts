import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { TestService } from '../../service/test/harness.ts'
import { type Engine, payBy } from './engines/engine.ts'
import { engines } from './engines/installed.ts'
import { CARDS, PICTURE } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { ISOLATING } from './support/merchant-page.ts'
import { createIntent, createKyc, createRedirect, statusOf } from './support/stage.ts'

const stage = await openFileStage()

// WebKit's driver waits out what it cannot answer.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** Has the service not find a file of the page, for some times. */
const withoutAsset = ({ deps: { widget } }: TestService, pattern: RegExp, times: number): void => {
  if (widget === null) throw new Error('there is no widget')
  const { assets } = widget
  const files = new Map(assets)
  let left = times
  const missing = vi.spyOn(assets, 'get')
  missing.mockImplementation((name) => (pattern.test(name) && left-- > 0 ? undefined : files.get(name)))
  onTestFinished(() => missing.mockRestore())
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-engines-'))
  await writeFile(join(folder, PICTURE.name), PICTURE.buffer)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

test('at least the engine of this project’s own tests is there', () => {
  expect(stage.browser.isConnected()).toBe(true)
})

describe.each(engines)('%s', (_name, launch) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await launch()
    return () => engine.close()
  })

  const openWidget = async (data: object, headers = {}): Promise<void> => {
    await engine.leaveFrames()
    await engine.open(stage.site.url({ scriptUrl: stage.scriptUrl, headers }))
    await expect.poll(() => engine.evaluate(`'initFortePaymentsWidget' in window`)).toBe(true)
    const init = { containerId: 'forte-payments-widget-container', data }
    const begin = `window.beginning ??= initFortePaymentsWidget(${JSON.stringify(init)}).ready.then(() => (window.isReady = true))`
    // WebKit's driver never comes back from a frame that it is sent into while its document loads, and gives a script up whose
    // answer takes two seconds, as on a busy machine: it is asked again.
    await expect.poll(() => engine.evaluate(`(${begin}, window.isReady === true)`)).toBe(true)
    await engine.enterFrame()
  }
  const events = async (): Promise<readonly string[]> => {
    await engine.leaveFrames()
    return (await engine.evaluate('window.events.map(([name]) => name)')) as string[]
  }
  const answer = async (boxes: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, text] of Object.entries(boxes)) await engine.type(name, text)
    await engine.press('Continue')
  }

  // Before any other has it in the browser's cache.
  test('a part of the page that does not come is asked for again', async () => {
    withoutAsset(stage.service, /^kyc-step-/, 2)
    await openWidget(await createKyc(stage, 1))
    await answer({ 'Email address': 'ada@buyer.test' })
    expect(await engine.sees('One-time code')).toBe(true)
  })

  test.each([
    ['', {}],
    [' of a shop that is isolated from other origins', ISOLATING],
  ])('a challenged card is paid with in the widget%s, and the shop is told', async (_name, headers) => {
    const data = await createIntent(stage)
    await openWidget(data, headers)
    await payBy(engine, CARDS.challenged)
    await engine.enterFrame()
    await engine.type('Password', '1234')
    await engine.press('Confirm')
    await engine.leaveFrames()
    await engine.enterFrame()
    await engine.sees('Payment approved')
    await engine.press('Done')
    await expect.poll(events).toContain('FortePaymentsBuyVdaSuccess')
    expect(await engine.evaluate('crossOriginIsolated')).toBe(headers === ISOLATING)
    expect(await statusOf(stage, data['payment_intent_id'])).toBe('Approved')
  })

  test('after a refusal another card is paid with on the hosted page', async () => {
    await engine.leaveFrames()
    await engine.open(await createRedirect(stage))
    await payBy(engine, CARDS.declined)
    await engine.sees('Payment declined')
    await engine.press('Try another card')
    await payBy(engine, CARDS.approved)
    expect(await engine.sees('Payment approved')).toBe(true)
  })

  const giveFiles = async (): Promise<void> => {
    for (const name of ['Government ID', 'Selfie']) {
      await engine.choose(name, join(folder, PICTURE.name))
      expect(await engine.sees(`${name}: Received`)).toBe(true)
    }
    await engine.press('Continue')
  }

  test('a buyer is verified up to level 3', async () => {
    await openWidget(await createKyc(stage, 3))
    await answer({ 'Email address': 'ada@buyer.test' })
    await answer({ 'One-time code': '947293' })
    await answer({ 'Full name': 'Ada Lovelace', 'Phone number': '+12125550123' })
    await answer({ 'One-time code': '123456' })
    await answer({
      'Street address': '1 Main Street',
      'Postal code': '10001',
      City: 'New York',
      Country: 'United States',
    })
    await giveFiles()
    await engine.sees('Verification approved')
    await engine.press('Done')
    await expect.poll(events).toContain('ForteKycSuccess')
  })

  test('a check is handed over by its link, and goes on where it began', async () => {
    const data = await createKycAt(stage, 'documents')
    await openWidget(data)
    await engine.press('Use your phone’s camera')
    const link = await engine.read('Link for your phone')
    await engine.leaveFrames()
    await engine.open(link)
    await engine.sees('Your documents')
    await giveFiles()
    expect(await engine.sees('Thank you')).toBe(true)
    await openWidget(data)
    expect(await engine.sees('Verification approved')).toBe(true)
  })
})
