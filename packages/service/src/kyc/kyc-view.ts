import type { SessionView } from '@coinslot/contract'
import type { ViewContext, ViewStep } from '../checkout/view.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { Payment } from '../payments/payment-store.ts'
export const gateStep = async (_deps: Deps, _payment: Payment): Promise<ViewStep | null> => null
export const kycSessionView = async (_deps: Deps, _id: string, _context: ViewContext): Promise<SessionView> => {
  throw new ApiError(404, 'There is no such session')
}
