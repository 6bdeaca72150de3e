import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'

const APPROVED = '4111111111111111'
const ASKED = '5200000000001104'
const DAY_MS = 24 * 60 * 60_000

test('what the sandbox’s acquirer knows of a card is forgotten a day later, unless it is still to be asked about it', async () => {
  const service = await startTestService()
  const { db } = service.deps
  const references = () => db.selectFrom('sandbox_authorisations').select('reference').execute()
  /** An authorisation from so long ago. */
  const tried = async (number: string, agoMs: number): Promise<string> => {
    const before = (await references()).map(({ reference }) => reference)
    const { page } = await order(service)
    await page.pay({ number })
    const reference = (await references()).find((each) => !before.includes(each.reference))?.reference ?? ''
    const created_at = new Date(service.clock.now().getTime() - agoMs)
    await db.updateTable('sandbox_authorisations').set({ created_at }).where('reference', '=', reference).execute()
    return reference
  }
  await tried(APPROVED, DAY_MS)
  const kept = [await tried(APPROVED, DAY_MS - 120_000), await tried(ASKED, DAY_MS)]
  service.clock.advance(60_000)
  await expect.poll(async () => (await references()).length).toBe(2)
  expect((await references()).map(({ reference }) => reference).toSorted()).toEqual(kept.toSorted())
  await service.close()
})
