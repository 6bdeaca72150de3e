import { SANDBOX } from '@coinslot/contract'
import type { KycProvider, KycServices } from './provider.ts'

/** Decides by the full name alone. @see decisions.md §8 */
export const sandboxKycProvider: KycProvider = {
  review: async ({ fullName }) => {
    if (fullName?.includes(SANDBOX.rejectedName)) return 'rejected'
    if (fullName?.includes(SANDBOX.pendingName)) return 'pending'
    return 'approved'
  },
  result: async () => 'pending',
}

/** KYC of sandbox mode: nothing is sent anywhere, and the codes are the published ones. Never for production. */
export const sandboxKyc: KycServices = {
  provider: sandboxKycProvider,
  sender: { send: async () => undefined },
  makeCode: (channel) => (channel === 'email' ? SANDBOX.emailCode : SANDBOX.phoneCode),
}
