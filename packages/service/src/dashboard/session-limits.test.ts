import { CSV_SUFFIX } from '@coinslot/contract/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.each([
  ['lists', pathOf('listPayments'), 150],
  ['files', pathOf('listPayments') + CSV_SUFFIX, 30],
])('a session that asks for far too many %s in one moment is told so, and no other is', async (_what, path, count) => {
  const [eve, ada] = [await visitNewMerchant(service), await visitNewMerchant(service)]
  const askForMany = async () => {
    const answers = Array.from({ length: count }, () => eve.visitor.get(path))
    const other = await ada.visitor.get(path)
    return { other: other.status, statuses: new Set((await Promise.all(answers)).map(({ status }) => status)) }
  }
  await expect.poll(askForMany).toEqual({ other: 200, statuses: new Set([200, 429]) })
  expect((await eve.visitor.get(path)).status).toBe(200)
})
