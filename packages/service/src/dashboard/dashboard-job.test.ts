import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { insertOpenings } from '../payments/opening-store.ts'

const DAY_MS = 24 * 60 * 60_000

test('when a checkout was opened is known for ninety days, and then forgotten', async () => {
  const service = await startTestService({ widget: null })
  const { db } = service.deps
  const opened = (daysAgo: number) => ({
    intentId: randomUUID(),
    at: new Date(service.clock.now().getTime() - daysAgo * DAY_MS),
  })
  const [old, kept] = [opened(91), opened(89)]
  await insertOpenings(db, [old, kept])
  const left = async () => {
    service.clock.advance(60_000)
    return (await db.selectFrom('intent_openings').select('intent_id').execute()).map((row) => row.intent_id)
  }
  await expect.poll(left).toEqual([kept.intentId])
  await service.close()
})
