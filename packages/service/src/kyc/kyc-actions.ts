import {
  CHECKOUT_PATHS,
  kycAddressRequestSchema,
  kycCodeRequestSchema,
  kycEmailRequestSchema,
  kycIdentityRequestSchema,
} from '@coinslot/contract'
import { readInput } from '../checkout/read-input.ts'
import type { CheckoutSession } from '../checkout/session.ts'
import type { Bind } from '../checkout/session-binder.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { findPayment } from '../payments/payment-store.ts'
import { giveAddress } from './address-step.ts'
import { submitDocuments } from './documents-step.ts'
import { answerEmailCode, giveEmail, resendEmailCode } from './email-step.ts'
import { hasGate, openGate } from './gate.ts'
import { answerPhoneCode, giveIdentity, resendPhoneCode } from './identity-step.ts'

const EMAIL_PROBLEMS = { email: 'email' } as const
const CODE_PROBLEMS = { code: 'code_wrong' } as const
const IDENTITY_PROBLEMS = { full_name: 'full_name', phone: 'phone' } as const
const ADDRESS_PROBLEMS = { street: 'address', city: 'address', postal_code: 'address', country: 'country' } as const

/**
 * The KYC session that a buyer's session is about: itself, or the gate of its payment.
 * @throws {ApiError} 404 where nothing has to be verified.
 */
export const kycSessionOf = async (deps: Deps, { kind, id }: CheckoutSession): Promise<string> => {
  if (kind === 'kyc') return id
  const payment = await findPayment(deps.db, id)
  if (!payment || !hasGate(payment)) throw new ApiError(404, 'This session asks for no verification')
  return (await openGate(deps, payment)).id
}

/** The steps of a KYC session, which stands alone or in front of a payment. @see decisions.md §5 */
export const kycActions = (bind: Bind, deps: Deps): void => {
  bind('POST', CHECKOUT_PATHS.kycEmail, async (session, { body }) => {
    const input = readInput(kycEmailRequestSchema, body, EMAIL_PROBLEMS)
    return 'problem' in input ? input.problem : giveEmail(deps, await kycSessionOf(deps, session), input.data.email)
  })
  bind('POST', CHECKOUT_PATHS.kycEmailResend, async (session) =>
    resendEmailCode(deps, await kycSessionOf(deps, session)),
  )
  bind('POST', CHECKOUT_PATHS.kycEmailCode, async (session, { body }) => {
    const input = readInput(kycCodeRequestSchema, body, CODE_PROBLEMS)
    return 'problem' in input
      ? input.problem
      : answerEmailCode(deps, await kycSessionOf(deps, session), input.data.code)
  })
  bind('POST', CHECKOUT_PATHS.kycIdentity, async (session, { body }) => {
    const input = readInput(kycIdentityRequestSchema, body, IDENTITY_PROBLEMS)
    return 'problem' in input ? input.problem : giveIdentity(deps, await kycSessionOf(deps, session), input.data)
  })
  bind('POST', CHECKOUT_PATHS.kycPhoneResend, async (session) =>
    resendPhoneCode(deps, await kycSessionOf(deps, session)),
  )
  bind('POST', CHECKOUT_PATHS.kycPhoneCode, async (session, { body }) => {
    const input = readInput(kycCodeRequestSchema, body, CODE_PROBLEMS)
    return 'problem' in input
      ? input.problem
      : answerPhoneCode(deps, await kycSessionOf(deps, session), input.data.code)
  })
  bind('POST', CHECKOUT_PATHS.kycAddress, async (session, { body }) => {
    const input = readInput(kycAddressRequestSchema, body, ADDRESS_PROBLEMS)
    if ('problem' in input) return input.problem
    const { street, city, postal_code: postalCode, country } = input.data
    return giveAddress(deps, await kycSessionOf(deps, session), { street, city, postalCode, country })
  })
  bind('POST', CHECKOUT_PATHS.kycSubmit, async (session) => submitDocuments(deps, await kycSessionOf(deps, session)))
}
