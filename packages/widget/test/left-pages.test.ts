import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createLink } from '../../service/src/dashboard/links.ts'
import { deleteAllSessions } from '../../service/src/dashboard/session-store.ts'
import { order } from '../../service/test/orders.ts'
import type { Engine } from './engines/engine.ts'
import { keepingEngines } from './engines/installed.ts'
import { openFileStage } from './support/file-stage.ts'
import { createRedirect } from './support/stage.ts'

const stage = await openFileStage()

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** WebKit's driver loses a page that goes away with a press. */
const engines = keepingEngines.filter(([name]) => name !== 'WebKit')

/** Of pages that come and go. */
const POLLING = { timeout: 20_000, interval: 500 }

const CARD = { 'Card number': '4111111111111111', 'Security code': '987', 'Name on card': 'Robin Hood' }

/** What stands in the boxes of the hosted page; null while another page is shown, or it has none yet. */
const TYPED = `location.pathname.startsWith('/pay/') && document.querySelector('input') ? [...document.querySelectorAll('input')].map(({ value }) => value).join('') : null`

describe.skipIf(engines.length === 0).each(engines)('whoever goes back in %s', (name, launch) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await launch()
    return () => engine.close()
  })

  /** The value of an expression; null while a page goes away. */
  const there = (expression: string): Promise<unknown> => engine.evaluate(expression).catch(() => null)
  const goElsewhere = () => engine.open(`${stage.site.origin}/elsewhere`)
  /** Asked of the page that was left for, until it is gone: before it has loaded, no browser takes it back. */
  const goBack = async (): Promise<void> => {
    const back = `location.origin === '${stage.site.origin}' && (setTimeout(() => history.back()), true)`
    await expect.poll(() => there(back), POLLING).toBe(true)
    await expect.poll(() => there(back), POLLING).toBe(false)
    await engine.findRestored()
  }

  describe('to a hosted page that the buyer has left', () => {
    const typeCard = async (): Promise<void> => {
      const merchant = await stage.service.createMerchant({ returnUrl: `${stage.site.origin}/thanks` })
      await engine.open(await createRedirect(stage, { merchant }))
      for (const [box, text] of Object.entries(CARD)) await engine.type(box, text)
      expect(await engine.read('Security code')).toBe('987')
    }

    test('by Close reads nothing of the card in it', async () => {
      await typeCard()
      await engine.press('Close')
      await goBack()
      await expect.poll(() => there(TYPED), POLLING).toBe('')
    })

    test('for another page reads nothing of it either', async () => {
      await typeCard()
      await goElsewhere()
      await goBack()
      await expect.poll(() => there(TYPED), POLLING).toBe('')
    })
  })

  // No other engine keeps a page whose rows come by a stream.
  test.runIf(name === 'Chromium')(
    'to the dashboard, once the session has ended, finds nothing that it showed',
    async () => {
      const { service } = stage
      await (await order(service)).page.pay()
      await goElsewhere()
      await engine.open(await createLink(service.deps, service.merchant.merchantId))
      // Asked first, where another origin's page has led to it.
      await engine.evaluate(`document.querySelector('nav a').click()`)
      await expect.poll(() => there(`document.querySelector('h1')?.textContent`), POLLING).toBe('Overview')
      await engine.open(`${service.baseUrl}/dashboard/payments`)
      const isShown = `document.querySelector('table')?.textContent.includes('9.99') ?? null`
      await expect.poll(() => there(isShown), POLLING).toBe(true)
      await goElsewhere()
      await deleteAllSessions(service.deps.db)
      await goBack()
      const isTold = `document.body.textContent.includes('coinslot-service dashboard')`
      await expect.poll(() => there(isTold), POLLING).toBe(true)
      expect(await there(isShown)).toBeNull()
    },
  )
})
