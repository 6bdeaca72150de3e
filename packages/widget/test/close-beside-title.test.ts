import { expect, test } from 'vitest'
import { openFileStage } from './support/file-stage.ts'
import { createIntent, visitShop } from './support/stage.ts'

const stage = await openFileStage()

test('in the narrowest of places the title stands clear of Close', async () => {
  const visit = await visitShop(stage, { viewport: { width: 254, height: 800 } })
  await visit.init(await createIntent(stage))
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  const title = await visit.frame.getByRole('heading', { name: '500 gold coins' }).boundingBox()
  const close = await visit.frame.getByRole('button', { name: 'Close' }).boundingBox()
  const closeEnds = (close?.y ?? 0) + (close?.height ?? 0)
  const isBeside = (title?.x ?? 0) + (title?.width ?? 0) <= (close?.x ?? 0)
  expect(isBeside || (title?.y ?? 0) >= closeEnds).toBe(true)
})
