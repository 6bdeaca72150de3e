import type { SessionView } from '@coinslot/contract/checkout'
import type { WidgetEventName } from '../channel.ts'
import type { Messages } from './messages/messages.ts'

type Step = SessionView['step']
type Flow = SessionView['flow']

/** How a step that ends the session is drawn, and what the merchant's page is told as the buyer leaves from it. */
interface End {
  readonly mark: 'success' | 'failure' | 'waiting' | 'info'
  readonly title: (messages: Messages) => string
  readonly sentences: (messages: Messages, facts: EndFacts) => readonly string[]
  readonly button: 'done' | 'close'
  readonly event: WidgetEventName
}

interface EndFacts {
  readonly flow: Flow
  readonly price: string
  readonly errorCode: string
  readonly refusal: readonly string[]
}

/** Every step after which nothing more can be done here but leave. @see decisions.md §6, §10 */
export const ENDS = {
  approved: {
    mark: 'success',
    title: ({ approved }) => approved,
    sentences: ({ approvedHint }, { price }) => [approvedHint(price)],
    button: 'done',
    event: 'success',
  },
  declined: {
    mark: 'failure',
    title: ({ declined }) => declined,
    sentences: ({ declinedFinal, declinedNext }, { refusal }) => [declinedFinal, ...refusal, declinedNext],
    button: 'close',
    event: 'closed',
  },
  expired: {
    mark: 'waiting',
    title: ({ expired }) => expired,
    sentences: ({ expiredHint, gone }, { flow }) => [flow === 'PAYMENT' ? expiredHint : gone],
    button: 'close',
    event: 'closed',
  },
  kyc_approved: {
    mark: 'success',
    title: ({ kycApproved }) => kycApproved,
    sentences: ({ kycApprovedHint }) => [kycApprovedHint],
    button: 'done',
    event: 'kycSuccess',
  },
  kyc_pending: {
    mark: 'waiting',
    title: ({ kycPending }) => kycPending,
    sentences: ({ kycPendingHint }) => [kycPendingHint],
    button: 'done',
    event: 'closed',
  },
  kyc_rejected: {
    mark: 'failure',
    title: ({ kycRejected }) => kycRejected,
    sentences: ({ kycRejectedHint }) => [kycRejectedHint],
    button: 'done',
    event: 'closed',
  },
  phone_done: {
    mark: 'success',
    title: ({ phoneDone }) => phoneDone,
    sentences: ({ phoneDoneHint }) => [phoneDoneHint],
    button: 'close',
    event: 'closed',
  },
  message: {
    mark: 'info',
    title: ({ messageTitle }) => messageTitle,
    sentences: (messages, { errorCode, flow }) => [outcomeSentence(messages, errorCode, flow)],
    button: 'close',
    event: 'closed',
  },
} as const satisfies Partial<Record<Step, End>>

export type EndStep = keyof typeof ENDS
export type EndView = Extract<SessionView, { step: EndStep }>

const isEnd = (step: Step): step is EndStep => Object.hasOwn(ENDS, step)
export const isEndView = (view: SessionView): view is EndView => isEnd(view.step)

/** The plain sentence of an `error_code`; one that is not known here says only that the session is over. */
export const outcomeSentence = ({ outcome, kycOutcome, gone }: Messages, errorCode: string, flow: Flow): string =>
  new Map(Object.entries(flow === 'PAYMENT' ? outcome : kycOutcome)).get(errorCode) ?? gone

/** What the bank says of the last refusal, and what helps; nothing where it does not say. */
export const refusalSentences = (view: SessionView, { refusal, problem }: Messages): readonly string[] => {
  const reason = 'refusal_reason' in view ? view.refusal_reason : undefined
  if (reason === undefined) return []
  return [reason === 'challenge_failed' ? problem.challenge_failed : refusal[reason]]
}

/** Which event the merchant's page is told when the buyer leaves from here. @see decisions.md §6 */
export const eventOnLeaving = (step: Step | null): WidgetEventName =>
  step !== null && isEnd(step) ? ENDS[step].event : 'closed'
