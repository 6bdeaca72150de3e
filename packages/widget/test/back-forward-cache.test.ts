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

const SLOT = `<coin-slot endpoint="/coinslot" item="coins" preload="frame"><button>Buy</button></coin-slot>`

describe.skipIf(keepingEngines.length === 0).each(keepingEngines)(
  '%s brings a page back as it was',
  (_name, launch) => {
    let engine: Engine
    beforeAll(async () => {
      engine = await launch()
    })
    afterAll(() => engine.close())

    const openPrepared = async (): Promise<void> => {
      await engine.leaveFrames()
      await engine.open(shop.url(SLOT))
      await expect.poll(() => engine.evaluate(`document.querySelector('.coinslot-host iframe') !== null`)).toBe(true)
      await engine.enterFrame()
      await engine.sees('Card number')
      await engine.leaveFrames()
    }
    const goAndComeBack = async (meanwhile = async (): Promise<unknown> => null): Promise<void> => {
      await engine.leaveFrames()
      await engine.open(shop.url('<p>Another page</p>'))
      await meanwhile()
      // The answers may be lost with the page.
      await engine.evaluate('setTimeout(() => history.back()), 0').catch(() => null)
      await expect.poll(() => engine.evaluate('window.isRestored').catch(() => null)).toBe(true)
      await engine.findRestored()
    }
    const told = async () => {
      await engine.leaveFrames()
      return engine.evaluate('window.told')
    }

    test('with its prepared frame unseen, in which is paid', async () => {
      await openPrepared()
      await goAndComeBack()
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
      await openPrepared()
      await engine.press('Buy')
      await engine.enterFrame()
      await engine.sees('500 gold coins')
      await engine.type('Card number', '4111')
      await goAndComeBack(() =>
        pageOf(stage.service, String(shop.given.at(-1)?.['widget_data'])).pay({ number: CARDS.approvedVisa }),
      )
      await engine.enterFrame()
      await engine.sees('Payment approved')
      await engine.press('Done')
      await expect.poll(told).toEqual(['coinslot-ready', 'coinslot-success'])
    })
  },
)
