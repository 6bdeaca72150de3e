import type { KycOutcome } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, giveDocuments } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { FairTurns } from '../db/fair-turns.ts'
import { review } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'

/** Applications that the provider has been asked about, and its answers, each of which ends one that it has not. */
const asked: string[] = []
const answers: ((outcome: KycOutcome) => void)[] = []
const provider = {
  ...sandboxKyc.provider,
  review: ({ reference }: { readonly reference: string }) => {
    asked.push(reference)
    return new Promise<KycOutcome>((answer) => void answers.push(answer))
  },
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
afterAll(() => service.close())

/** Sends files off, whose answer waits for the provider's. */
const sendOff = async (merchant = service.merchant) => {
  const page = await startKycSession(service, 3, { merchant })
  await giveAllBeforeDocuments(page)
  return giveDocuments(page)
}

test("the attack of one merchant's customers who send off many files has another's wait for one of them at most", async () => {
  const sent = [sendOff()]
  await expect.poll(() => asked.length).toBe(1)
  const [first = ''] = asked
  const more = Array.from({ length: 23 }, () => review(service.deps, first))
  await expect.poll(() => asked.length).toBe(8)
  const other = await service.createMerchant()
  const turns = vi.spyOn(FairTurns.prototype, 'during')
  sent.push(sendOff(other))
  await expect.poll(() => turns.mock.calls.some(([, party]) => party === other.merchantId)).toBe(true)
  turns.mockRestore()
  for (const answer of answers.slice(0, 2)) answer('approved')
  await expect.poll(() => asked.length).toBe(10)
  expect(asked.slice(8).filter((reference) => reference !== first)).toHaveLength(1)
  await expect
    .poll(() => {
      for (const answer of answers) answer('approved')
      return asked.length
    })
    .toBe(25)
  for (const answer of answers) answer('approved')
  await Promise.all(more)
  expect(await Promise.all(sent)).toMatchObject([{ step: 'kyc_approved' }, { step: 'kyc_approved' }])
})
