import { challengeRequestSchema, CHECKOUT_PATHS, payRequestSchema } from '@coinslot/contract'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { parsePart } from '../http/validation.ts'
import { finishChallenge } from '../cards/finish-challenge.ts'
import { pay } from '../cards/pay.ts'
import { prepareReceipt } from './prepare-receipt.ts'
import { readInput } from './read-input.ts'
import type { CheckoutSession } from './session.ts'
import type { Bind } from './session-binder.ts'

const CARD_PROBLEMS = {
  'card.number': 'card_number',
  'card.expiry_month': 'card_expiry',
  'card.expiry_year': 'card_expiry',
  'card.security_code': 'card_security_code',
  'card.name': 'card_name',
} as const

const paymentOf = ({ kind, id }: CheckoutSession): string => {
  if (kind === 'payment') return id
  throw new ApiError(404, 'This session has no payment')
}

/** The card payment of a session, and its bank's question. @see decisions.md §3 */
export const paymentActions = (bind: Bind, deps: CheckoutDeps): void => {
  bind('POST', CHECKOUT_PATHS.pay, async (session, { body, headers }) => {
    const input = readInput(payRequestSchema, body, CARD_PROBLEMS)
    if ('problem' in input) return input.problem
    const id = paymentOf(session)
    await prepareReceipt(deps, id, headers['accept-language'])
    return pay(deps, id, input.data)
  })
  bind('POST', CHECKOUT_PATHS.challenge, async (session, { body }) =>
    finishChallenge(
      deps,
      paymentOf(session),
      parsePart(challengeRequestSchema, body, 'body').challenge_id.toLowerCase(),
    ),
  )
}
