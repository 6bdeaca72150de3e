import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pageOf } from '../../service/test/orders.ts'
import { type Engine, payBy } from './engines/engine.ts'
import { keepingEngines } from './engines/installed.ts'
import { CARDS } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { startPreparedShop } from './support/prepared-shop.ts'

const stage = await openFileStage()
const shop = await startPreparedShop(stage)
afterAll(() => shop.close())

// WebKit's driver waits out what it cannot answer.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const MOST_VISITS = 3
/** Of the page with the element; null while another is shown. */
const IS_RESTORED = `document.querySelector('coin-slot') === null ? null : window.isRestored`

const SLOT = `<coin-slot endpoint="/coinslot" item="coins" preload="frame"><button>Buy</button></coin-slot>`

describe.skipIf(keepingEngines.length === 0).each(keepingEngines)(
  '%s brings a page back as it was',
  (_name, launch) => {
    let engine: Engine
    beforeAll(async () => {
      engine = await launch()
      return () => engine.close()
    })

    const openPrepared = async (): Promise<void> => {
      await engine.leaveFrames()
      await engine.open(shop.url(SLOT))
      await expect.poll(() => engine.evaluate(`document.querySelector('.coinslot-host iframe') !== null`)).toBe(true)
      await engine.enterFrame()
      await engine.sees('Card number')
      await engine.leaveFrames()
    }
    const isBroughtBack = async (meanwhile: () => Promise<unknown>): Promise<unknown> => {
      await engine.leaveFrames()
      await engine.open(shop.url('<p>Another page</p>'))
      await meanwhile()
      await engine.back()
      // The answers may be lost with the page.
      const restored = () => engine.evaluate(IS_RESTORED).catch(() => null)
      await expect.poll(restored).toBeTypeOf('boolean')
      return restored()
    }
    /** A browser need not keep a page: with a request under way, or short of memory, it loads it anew. */
    const goAndComeBack = async (
      prepare: () => Promise<void>,
      meanwhile = async (): Promise<unknown> => null,
    ): Promise<void> => {
      for (let visits = 1, isBack: unknown = false; isBack !== true; visits += 1) {
        expect(visits, 'visits to a page that is not kept').toBeLessThanOrEqual(MOST_VISITS)
        await prepare()
        isBack = await isBroughtBack(meanwhile)
      }
      await engine.findRestored()
    }
    const told = async () => {
      await engine.leaveFrames()
      return engine.evaluate('window.told')
    }

    test('with its prepared frame unseen, in which is paid', async () => {
      await goAndComeBack(openPrepared)
      const isSeen = `[...document.querySelectorAll('.coinslot-host')].some((host) => host.checkVisibility())`
      expect(await engine.evaluate(isSeen)).toBe(false)
      await engine.press('Buy')
      await engine.enterFrame()
      await payBy(engine, CARDS.approvedVisa)
      await engine.sees('Payment approved')
      await engine.press('Done')
      await expect.poll(told).toEqual(['coinslot-ready', 'coinslot-success'])
    })

    test('with its open session where the service says it is by now', async () => {
      const openSession = async (): Promise<void> => {
        await openPrepared()
        await engine.press('Buy')
        await engine.enterFrame()
        await engine.sees('500 gold coins')
        await engine.type('Card number', '4111')
      }
      await goAndComeBack(openSession, () =>
        pageOf(stage.service, String(shop.given.at(-1)?.['widget_data'])).pay({ number: CARDS.approvedVisa }),
      )
      await engine.enterFrame()
      await engine.sees('Payment approved')
      await engine.press('Done')
      await expect.poll(told).toEqual(['coinslot-ready', 'coinslot-success'])
    })
  },
)
