import type { SessionView } from '@coinslot/contract'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { gateStep, kycSessionView, phoneView } from './kyc-view.ts'
import { findPayment } from '../payments/payment-store.ts'
import { listAttempts } from '../cards/attempt-store.ts'
import type { CheckoutSession } from './session.ts'
import { picturePath } from './picture-route.ts'
import { paymentStep } from './step-rules.ts'
import { paymentView, type ViewContext } from './view.ts'

/** Where a session stands now, as its page is told. */
export const sessionView = async (
  deps: CheckoutDeps,
  { kind, id, returnUrl }: CheckoutSession,
  told: Pick<ViewContext, 'problem' | 'isRefused'>,
): Promise<SessionView> => {
  const context = { now: deps.clock.now(), returnUrl, ...told }
  if (kind === 'phone') return phoneView(deps, id, context)
  if (kind === 'kyc') return kycSessionView(deps, id, context)
  // Attempts before their intent: what is settled in between then shows as still under way, never as open again.
  const attempts = await listAttempts(deps.db, id)
  const payment = await findPayment(deps.db, id)
  if (!payment) throw new ApiError(404, 'There is no such payment')
  const gate = await gateStep(deps, payment, context.now)
  return paymentView(payment, paymentStep(payment, attempts, gate, context.now), {
    ...context,
    picture: picturePath(deps, payment),
  })
}
