import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { ADDRESS, EMAIL, FULL_NAME, giveAllBeforeDocuments, giveDocuments, PHONE } from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { startKycSession } from '../../test/orders.ts'
import type { KycApplication } from './provider.ts'
import { sandboxKyc } from './sandbox-provider.ts'

/** Fails as a client's library does, which quotes the request and its address. */
const failing = async ({ email, fullName, phone, address }: KycApplication): Promise<never> => {
  const sent = JSON.stringify({ email, fullName, phone, address })
  const query = new URLSearchParams({ fullName: fullName ?? '', street: address?.street ?? '' }).toString()
  throw new Error(`POST /checks?${query} answered 500 to ${sent}, for ${encodeURIComponent(email)}`)
}

let service: TestService
beforeAll(async () => {
  const provider = { review: failing, result: async () => 'pending' as const }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
afterAll(() => service.close())

test('what a provider throws is in the log, and where, without what it quotes of the customer', async () => {
  const page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
  await giveDocuments(page)
  const { err } = lastLogged(service, 'an identity check could not be decided yet') as { err: { stack: string } }
  expect(err).toMatchObject({ type: 'Error', message: expect.stringContaining('/checks?fullName=•••&street=•••') })
  expect(err.stack).toContain('quoting-provider.test.ts')
  const logged = JSON.stringify(err)
  for (const given of [EMAIL, FULL_NAME, PHONE, ADDRESS.street, ADDRESS.city]) {
    for (const form of [given, encodeURIComponent(given)]) expect(logged).not.toContain(form)
  }
})
