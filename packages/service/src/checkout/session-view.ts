import type { SessionView } from '@coinslot/contract'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { gateStep, kycSessionView, phoneView } from './kyc-view.ts'
import { findPayment, waitForPayment } from '../payments/payment-store.ts'
import { shownStatus } from '../payments/state-rules.ts'
import { listAttempts } from '../cards/attempt-store.ts'
import type { CheckoutSession } from './session.ts'
import { picturePath } from './picture-route.ts'
import { paymentStep } from './step-rules.ts'
import { paymentView, type ViewContext } from './view.ts'

const readPayment = async ({ db }: CheckoutDeps, id: string) => {
  // Attempts before their intent: what is settled in between then shows as still under way, never as open again.
  const attempts = await listAttempts(db, id)
  const payment = await findPayment(db, id)
  if (!payment) throw new ApiError(404, 'There is no such payment')
  return { attempts, payment }
}

/** Whether it may be shown: not where an approval came in between, or one that came in time may be under way. */
const isWhole = ({ attempts, payment }: Awaited<ReturnType<typeof readPayment>>, now: Date): boolean =>
  payment.status === 'Approved'
    ? attempts.some(({ status }) => status === 'approved')
    : shownStatus(payment.status, payment.expiresAt, now) === payment.status

/** A payment to be shown at `now`; where need be as it is once nobody changes it. */
const readWhole = async (deps: CheckoutDeps, id: string, now: Date) => {
  const read = await readPayment(deps, id)
  if (isWhole(read, now)) return read
  await waitForPayment(deps.db, id)
  return readPayment(deps, id)
}

/** Where a session stands now, as its page is told. */
export const sessionView = async (
  deps: CheckoutDeps,
  { kind, id, returnUrl }: CheckoutSession,
  told: Pick<ViewContext, 'problem' | 'isRefused'>,
): Promise<SessionView> => {
  const context = { now: deps.clock.now(), returnUrl, ...told }
  if (kind === 'phone') return phoneView(deps, id, context)
  if (kind === 'kyc') return kycSessionView(deps, id, context)
  const { attempts, payment } = await readWhole(deps, id, context.now)
  const gate = await gateStep(deps, payment, context.now)
  return paymentView(payment, paymentStep(payment, attempts, gate, context.now), {
    ...context,
    picture: picturePath(deps, payment),
  })
}
