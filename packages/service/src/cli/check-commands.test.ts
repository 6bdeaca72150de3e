import { randomUUID } from 'node:crypto'
import type { KycOutcome } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveEmail } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { printedBy } from '../../test/printed-by.ts'
import { eventsAbout } from '../../test/session-facts.ts'
import { reviewUndecided } from '../kyc/review.ts'
import { sandboxKyc } from '../kyc/sandbox-provider.ts'

let service: TestService
let onReview: () => Promise<KycOutcome>
beforeAll(async () => {
  const provider = { review: async () => onReview(), result: async () => onReview() }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
afterAll(() => service.close())

const run = async (...words: string[]) => JSON.parse(await printedBy(service.deps, [...words, '--json']))
const reject = (id: string) => run('checks', 'reject', id)

const idOf = async (externalId: string): Promise<string> => {
  const query = service.deps.db.selectFrom('kyc_sessions').select('id').where('external_id', '=', externalId)
  return (await query.executeTakeFirstOrThrow()).id
}
/** A check that a customer has sent off, and its id. */
const submit = async (externalId: string) => {
  const page = await startKycSession(service, 1, { externalId })
  await giveEmail(page, `${externalId}@example.com`)
  return { page, id: await idOf(externalId) }
}
const typesAbout = async (externalId: string) => (await eventsAbout(service, externalId)).map(({ type }) => type)

test.each([
  ['answers nothing', 'silent', async (): Promise<never> => Promise.reject(new Error('socket hang up'))],
  ['never decides', 'pending', async (): Promise<KycOutcome> => 'pending'],
] as const)(
  'a check of which the provider %s is rejected by hand, and its customer can be forgotten',
  async (_, name, answer) => {
    onReview = answer
    const { page, id } = await submit(name)
    const forget = () => run('customers', 'forget', '--merchant', service.merchant.merchantId, '--id', name)
    await expect(forget()).rejects.toThrow('is not decided')
    expect(await Promise.all([reject(id), reject(id)])).toEqual([
      { check_id: id, outcome: 'rejected' },
      { check_id: id, outcome: 'rejected' },
    ])
    // Whatever the provider says by then.
    onReview = async () => 'approved'
    service.clock.advance(6 * 60_000)
    await reviewUndecided(service.deps)
    expect(await page.view()).toMatchObject({ step: 'kyc_rejected' })
    expect(await typesAbout(name)).toEqual(['kyc_rejected'])
    const { entries } = await (await visitDashboard(service, null)).read('listAudit')
    expect(entries.filter(({ subject }) => subject === id)).toEqual([
      expect.objectContaining({ action: 'rejectIdentityCheck', actor: 'operator', session: 'command', status: 200 }),
    ])
    expect(await forget()).toMatchObject({ checks: 1 })
  },
)

test('a check that has been approved stays so, and one that is not sent off is not decided about', async () => {
  onReview = async () => 'approved'
  const { id } = await submit('passed')
  await expect(reject(id)).rejects.toMatchObject({
    code: 'command_failed',
    message: expect.stringContaining('approved'),
  })
  expect(await typesAbout('passed')).toEqual(['kyc_approved'])
  await startKycSession(service, 1, { externalId: 'begun' })
  await expect(reject(await idOf('begun'))).rejects.toThrow('has not been submitted')
  const unknown = randomUUID()
  await expect(reject(unknown)).rejects.toThrow(`There is no identity check ${unknown}`)
  await expect(reject('soon')).rejects.toMatchObject({ code: 'usage' })
})
