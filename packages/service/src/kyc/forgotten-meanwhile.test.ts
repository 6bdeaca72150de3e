import { CHECKOUT_PATHS, type KycOutcome } from '@coinslot/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { EMAIL, giveEmail } from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { startKycSession } from '../../test/orders.ts'
import { printedBy } from '../../test/printed-by.ts'
import { deleteCustomer } from './forget-store.ts'
import { sandboxKyc } from './sandbox-provider.ts'

const CUSTOMER = 'player-7'

let service: TestService
let onReview: () => Promise<KycOutcome>
beforeEach(async () => {
  const provider = { review: async () => onReview(), result: async () => onReview() }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
afterEach(() => service.close())

const run = (...words: string[]) => printedBy(service.deps, words)
const checkOf = () => service.deps.db.selectFrom('kyc_sessions').select(['id', 'customer_id']).executeTakeFirstOrThrow()

/** Forgets the customer of the only check while what is done waits for it; only Postgres says that it waits. */
const forgottenUnder = async (act: () => Promise<unknown>): Promise<unknown> => {
  const { customer_id: customerId } = await checkOf()
  const done = await service.deps.db.transaction().execute(async (transaction) => {
    await deleteCustomer(transaction, customerId)
    // Its failure is looked at once the transaction is over.
    const result = act().catch((error: unknown) => error)
    await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
    return { result }
  })
  return done.result
}

test('a decision about a customer who is rejected by hand and forgotten while the provider is asked is no failure', async () => {
  onReview = async () => {
    const { id } = await checkOf()
    await run('checks', 'reject', id)
    await run('customers', 'forget', '--merchant', service.merchant.merchantId, '--id', CUSTOMER)
    return 'approved'
  }
  const page = await startKycSession(service, 1, { externalId: CUSTOMER })
  await page.act(CHECKOUT_PATHS.kycEmail, { email: EMAIL })
  const code = { method: 'POST', body: { code: '947293' } }
  expect(await page.send(CHECKOUT_PATHS.kycEmailCode, code)).toMatchObject({ status: 404 })
  expect(lastLogged(service, 'an identity check could not be decided yet')).toEqual({})
  expect(lastLogged(service, 'request failed')).toEqual({})
})

test.runIf(testDatabase === 'postgres')(
  'a check whose customer is forgotten while it is rejected by hand once more is said to be gone',
  async () => {
    onReview = async () => 'rejected'
    await giveEmail(await startKycSession(service, 1, { externalId: CUSTOMER }))
    const { id } = await checkOf()
    expect(await forgottenUnder(() => run('checks', 'reject', id))).toMatchObject({
      code: 'command_failed',
      message: `There is no identity check ${id}`,
    })
  },
)

test.runIf(testDatabase === 'postgres')(
  'what a page gives while its customer is forgotten is answered as any session that is gone',
  async () => {
    const page = await startKycSession(service, 1, { externalId: CUSTOMER })
    const email = { method: 'POST', body: { email: EMAIL } }
    expect(await forgottenUnder(() => page.send(CHECKOUT_PATHS.kycEmail, email))).toMatchObject({ status: 404 })
    expect(lastLogged(service, 'request failed')).toEqual({})
  },
)
