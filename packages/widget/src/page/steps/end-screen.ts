import type { SessionView } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import type { StepContext } from '../step-context.ts'
import { failureMark, infoMark, successMark, waitingMark } from '../ui/icons.ts'

export interface EndScreen {
  readonly mark: TemplateResult
  readonly title: string
  readonly sentences: readonly string[]
  readonly actions: readonly EndAction[]
  readonly link?: { readonly text: string; readonly url: string } | null
}

interface EndAction {
  readonly text: string
  readonly onPress: () => void
}

/** A screen that says how it went, with one or two ways on. */
export const endScreen = ({ mark, title, sentences, actions, link }: EndScreen): TemplateResult => html`
  <section class="end">
    ${mark}
    <h1 tabindex="-1">${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
    <div class="actions">
      ${actions.map(
        ({ text, onPress }, index) =>
          html`<button type="button" class=${index === 0 ? 'primary' : 'secondary'} @click=${onPress}>${text}</button>`,
      )}
    </div>
    ${link ? html`<a class="return" href=${link.url} rel="noreferrer">${link.text}</a>` : nothing}
  </section>
`

/** How a step that ends the session is told; null for all others. */
export const endOf = (view: SessionView, { messages, formats, leave }: StepContext): EndScreen | null => {
  const price = view.item ? formats.price(view.item.amount, view.item.currency) : ''
  const link = view.return_url === null ? null : { text: messages.returnToShop, url: view.return_url }
  const close = { text: messages.close, onPress: leave }
  const done = { text: messages.done, onPress: leave }
  switch (view.step) {
    case 'approved':
      return {
        mark: successMark,
        title: messages.approved,
        sentences: [messages.approvedHint(price)],
        actions: [done],
        link,
      }
    case 'declined':
      return {
        mark: failureMark,
        title: messages.declined,
        sentences: [messages.declinedFinal],
        actions: [close],
        link,
      }
    case 'expired':
      return { mark: waitingMark, title: messages.expired, sentences: [messages.expiredHint], actions: [close], link }
    case 'kyc_approved':
      return {
        mark: successMark,
        title: messages.kycApproved,
        sentences: [messages.kycApprovedHint],
        actions: [done],
        link,
      }
    case 'kyc_pending':
      return {
        mark: waitingMark,
        title: messages.kycPending,
        sentences: [messages.kycPendingHint],
        actions: [done],
        link,
      }
    case 'kyc_rejected':
      return {
        mark: failureMark,
        title: messages.kycRejected,
        sentences: [messages.kycRejectedHint],
        actions: [done],
        link,
      }
    case 'message':
      return {
        mark: infoMark,
        title: messages.messageTitle,
        sentences: [outcome(view.error_code, messages)],
        actions: [close],
        link,
      }
    default:
      return null
  }
}

/** The plain sentence of an `error_code`; one that is not known here says only that the session is over. */
export const outcome = (errorCode: string, messages: StepContext['messages']): string =>
  new Map(Object.entries(messages.outcome)).get(errorCode) ?? messages.gone

/** After a refusal that leaves another try. */
export const refusedScreen = (
  view: Extract<SessionView, { step: 'pay' }>,
  { messages, leave }: StepContext,
  onTryAnother: () => void,
): TemplateResult =>
  endScreen({
    mark: failureMark,
    title: messages.declined,
    sentences: [
      view.problem === 'challenge_failed' ? messages.problem.challenge_failed : messages.declinedHint,
      messages.attemptsLeft(view.attempts_left),
    ],
    actions: [
      { text: messages.tryAnotherCard, onPress: onTryAnother },
      { text: messages.close, onPress: leave },
    ],
  })
