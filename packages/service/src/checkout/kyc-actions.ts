import {
  CHECKOUT_PATHS,
  type CheckoutProblem,
  kycAddressRequestSchema,
  kycCodeRequestSchema,
  kycEmailRequestSchema,
  kycIdentityRequestSchema,
} from '@coinslot/contract'
import type { z } from 'zod'
import { readInput } from './read-input.ts'
import type { CheckoutSession } from './session.ts'
import type { Bind } from './session-binder.ts'
import type { CheckoutDeps } from './deps.ts'
import { gateOf } from './enter-session.ts'
import { ApiError } from '../http/api-error.ts'
import { preferredLanguage } from '../http/buyer-language.ts'
import { findPayment } from '../payments/payment-store.ts'
import { giveAddress } from '../kyc/address-step.ts'
import { submitDocuments } from '../kyc/documents-step.ts'
import { answerEmailCode, giveEmail, resendEmailCode } from '../kyc/email-step.ts'
import { handOver } from '../kyc/hand-over.ts'
import { hasGate } from '../payments/state-rules.ts'
import { findGate } from '../kyc/session-store.ts'
import { answerPhoneCode, giveIdentity, resendPhoneCode } from '../kyc/identity-step.ts'

const EMAIL_PROBLEMS = { email: 'email' } as const
const CODE_PROBLEMS = { code: 'code_wrong' } as const
const IDENTITY_PROBLEMS = { full_name: 'full_name', phone: 'phone' } as const
const ADDRESS_PROBLEMS = { street: 'address', city: 'address', postal_code: 'address', country: 'country' } as const

/**
 * The KYC session that a buyer's session is about: itself, or the gate of its payment. What is given by a page that has
 * not entered opens the gate as well. One that has been passed is answered with what follows: an answer that was lost is
 * sent once more.
 * @throws {ApiError} 404 where nothing has to be verified.
 */
export const kycSessionOf = async (deps: CheckoutDeps, { kind, id }: CheckoutSession): Promise<string> => {
  if (kind !== 'payment') return id
  const payment = await findPayment(deps.db, id)
  const gate = payment && (hasGate(payment) ? await gateOf(deps, payment) : await findGate(deps.db, payment.id))
  if (gate === null) throw new ApiError(404, 'This session asks for no verification')
  return gate.id
}

/** The steps of a KYC session, which stands alone or in front of a payment. @see decisions.md §5 */
export const kycActions = (bind: Bind, deps: CheckoutDeps): void => {
  const withInput = <T extends z.ZodType>(
    path: string,
    schema: T,
    problems: Readonly<Record<string, CheckoutProblem>>,
    act: (sessionId: string, data: z.output<T>, language: string | null) => Promise<CheckoutProblem | null>,
  ) =>
    bind('POST', path, async (session, { body, headers }) => {
      const input = readInput(schema, body, problems)
      if ('problem' in input) return input.problem
      return act(await kycSessionOf(deps, session), input.data, preferredLanguage(headers['accept-language']))
    })
  const withoutInput = (
    path: string,
    act: (deps: CheckoutDeps, sessionId: string, language: string | null) => Promise<CheckoutProblem | null>,
  ) =>
    bind('POST', path, async (session, { headers }) =>
      act(deps, await kycSessionOf(deps, session), preferredLanguage(headers['accept-language'])),
    )

  withInput(CHECKOUT_PATHS.kycEmail, kycEmailRequestSchema, EMAIL_PROBLEMS, (id, { email }, language) =>
    giveEmail(deps, id, email, language),
  )
  withoutInput(CHECKOUT_PATHS.kycEmailResend, resendEmailCode)
  withInput(CHECKOUT_PATHS.kycEmailCode, kycCodeRequestSchema, CODE_PROBLEMS, (id, { code }) =>
    answerEmailCode(deps, id, code),
  )
  withInput(CHECKOUT_PATHS.kycIdentity, kycIdentityRequestSchema, IDENTITY_PROBLEMS, (id, identity, language) =>
    giveIdentity(deps, id, identity, language),
  )
  withoutInput(CHECKOUT_PATHS.kycPhoneResend, resendPhoneCode)
  withInput(CHECKOUT_PATHS.kycPhoneCode, kycCodeRequestSchema, CODE_PROBLEMS, (id, { code }) =>
    answerPhoneCode(deps, id, code),
  )
  withInput(CHECKOUT_PATHS.kycAddress, kycAddressRequestSchema, ADDRESS_PROBLEMS, (id, typed) => {
    const { street, city, postal_code: postalCode, country } = typed
    return giveAddress(deps, id, { street, city, postalCode, country })
  })
  withoutInput(CHECKOUT_PATHS.kycPhone, handOver)
  withoutInput(CHECKOUT_PATHS.kycSubmit, submitDocuments)
}
