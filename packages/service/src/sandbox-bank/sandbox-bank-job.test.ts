import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'

const APPROVED = '4111111111111111'
const ASKED = '5200000000001104'
const DAY_MS = 24 * 60 * 60_000

test('what the sandbox’s acquirer knows of a card is forgotten a day later, unless it is still to be asked about it', async () => {
  const service = await startTestService()
  const { db } = service.deps
  const books = () =>
    db.selectFrom('sandbox_authorisations').select(['reference', 'challenge']).orderBy('created_at').execute()
  /** An authorisation from so long ago. */
  const tried = async (number: string, agoMs: number): Promise<string> => {
    const before = (await books()).map(({ reference }) => reference)
    const { page } = await order(service)
    await page.pay({ number })
    const reference = (await books()).find((each) => !before.includes(each.reference))?.reference ?? ''
    const created_at = new Date(service.clock.now().getTime() - agoMs)
    await db.updateTable('sandbox_authorisations').set({ created_at }).where('reference', '=', reference).execute()
    return reference
  }
  /** One about which the acquirer is still to be asked, at another time. */
  const left = async (status: 'authorising' | 'reversing'): Promise<string> => {
    const id = await tried(APPROVED, DAY_MS)
    const check_at = new Date(service.clock.now().getTime() + DAY_MS)
    await db.updateTable('card_attempts').set({ status, check_at }).where('id', '=', id).execute()
    return id
  }
  await tried(APPROVED, DAY_MS)
  const unanswered = await left('authorising')
  const reversing = await left('reversing')
  const asked = await tried(ASKED, DAY_MS)
  const recent = await tried(APPROVED, DAY_MS - 120_000)
  service.clock.advance(60_000)
  await expect.poll(async () => (await books()).length).toBe(4)
  expect(await books()).toEqual([
    { reference: unanswered, challenge: null },
    { reference: reversing, challenge: null },
    { reference: asked, challenge: 'open' },
    { reference: recent, challenge: null },
  ])
  await service.close()
})
