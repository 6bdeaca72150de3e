import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Engine } from '../engines/engine.ts'
import { engines } from '../engines/installed.ts'
import { openFileStage } from '../support/file-stage.ts'
import { begin } from './begin.ts'
import { type ElementShop, startElementShop } from './element-shop.ts'
import { ENGINE_JOURNEYS, headingOf, SHOP } from './table.ts'

const stage = await openFileStage()

// WebKit's driver waits out what it cannot answer.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let shop: ElementShop
beforeAll(async () => {
  shop = await startElementShop(stage)
})
afterAll(() => shop.close())

describe.skipIf(engines.length === 0).each(engines)('%s', (_name, launch) => {
  let engine: Engine
  beforeAll(async () => {
    engine = await launch()
    return () => engine.close()
  })

  const isOpen = `document.querySelector('coin-slot').matches(':state(open)')`
  const enter = async (): Promise<void> => {
    await expect.poll(() => engine.evaluate(isOpen)).toBe(true)
    await engine.enterFrame()
  }
  /** What the page has heard, and whether the widget is gone. */
  const heard = async () => {
    await engine.leaveFrames()
    return engine.evaluate(`({ page: window.told, isGone: document.querySelector('dialog') === null })`)
  }

  test.each(ENGINE_JOURNEYS)(
    '$screen, $way: service, page and buyer agree',
    async ({ screen, button, way, expected }) => {
      const { data, service } = await begin(stage, screen)
      await engine.leaveFrames()
      await engine.open(shop.url(data))
      await enter()
      expect(await engine.sees(headingOf(screen))).toBe(true)
      if (way === 'reload') {
        await engine.leaveFrames()
        await engine.open(shop.url(data))
        await enter()
        await engine.sees(expected.buyer)
      } else await engine.press(button)
      await expect.poll(heard).toEqual({ page: expected.page, isGone: expected.buyer === SHOP })
      expect(await service()).toBe(expected.service)
    },
  )
})
