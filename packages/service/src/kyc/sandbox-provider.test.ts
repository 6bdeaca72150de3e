import { SANDBOX } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import type { KycApplication } from './provider.ts'
import { sandboxKyc } from './sandbox-provider.ts'

const application: KycApplication = {
  reference: '0b54ae9c-0000-4000-8000-000000000001',
  level: 2,
  email: 'ada@example.com',
  fullName: 'Ada Lovelace',
  phone: '+15555550123',
  address: null,
  governmentId: null,
  selfie: null,
}
const review = (fullName: string | null) =>
  sandboxKyc.provider.review({ ...application, fullName }, AbortSignal.timeout(1000))

describe('decisions.md §8: sandbox values of KYC', () => {
  test.each([
    ['Ada Lovelace', 'approved'],
    ['Ada Reject', 'rejected'],
    ['Pending Lovelace', 'pending'],
    [null, 'approved'],
  ])('%s is %s', async (name, outcome) => expect(await review(name)).toBe(outcome))

  test('has the published codes', () => {
    expect(sandboxKyc.makeCode?.('email')).toBe(SANDBOX.emailCode)
    expect(sandboxKyc.makeCode?.('phone')).toBe(SANDBOX.phoneCode)
  })
})
