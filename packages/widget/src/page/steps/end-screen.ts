import { html, nothing, type TemplateResult } from 'lit'
import { ENDS, type EndView, outcomeSentence, refusalSentences } from '../ends.ts'
import type { Host } from '../host.ts'
import type { ViewAt } from '../screen.ts'
import type { StepContext } from '../step-context.ts'
import { receiptLines, receiptOf, saveReceipt } from './receipt.ts'
import { failureMark, infoMark, successMark, waitingMark } from '../ui/icons.ts'

const MARKS = { success: successMark, failure: failureMark, waiting: waitingMark, info: infoMark } as const

interface EndScreen {
  readonly mark: TemplateResult
  readonly title: string
  readonly sentences: readonly string[]
  readonly receipt?: TemplateResult | null
  readonly actions: readonly EndAction[]
  readonly link?: { readonly text: string; readonly url: string } | null
}

interface EndAction {
  readonly text: string
  readonly onPress: () => void
}

/** A screen that says how it went, with one or two ways on. */
const endScreen = ({ mark, title, sentences, receipt, actions, link }: EndScreen): TemplateResult => html`
  <section class="end">
    ${mark}
    <h1 tabindex="-1" aria-describedby="outcome" .textContent=${title}></h1>
    <div id="outcome">${sentences.map((sentence) => html`<p .textContent=${sentence}></p>`)}</div>
    ${receipt ?? nothing}
    <div class="actions">
      ${actions.map(
        ({ text, onPress }, index) =>
          html`<button
            type="button"
            class=${index === 0 ? 'primary' : 'secondary'}
            @click=${onPress}
            .textContent=${text}
          ></button>`,
      )}
    </div>
    ${link ? html`<a class="return" href=${link.url} rel="noreferrer">${link.text}</a>` : nothing}
  </section>
`

/** The session has ended. */
export const ended = (view: EndView, context: StepContext): TemplateResult => {
  const { messages, formats, leave } = context
  const { mark, title, sentences, button } = ENDS[view.step]
  const price = view.item ? formats.price(view.item.amount, view.item.currency) : ''
  const errorCode = view.step === 'message' ? view.error_code : ''
  const lines = view.step === 'approved' ? receiptLines(view, context) : null
  const keeping: readonly EndAction[] = lines
    ? [
        { text: messages.printReceipt, onPress: () => window.print() },
        { text: messages.saveReceipt, onPress: () => saveReceipt(lines, messages) },
      ]
    : []
  return endScreen({
    mark: MARKS[mark],
    title: title(messages),
    sentences: sentences(messages, { flow: view.flow, price, errorCode, refusal: refusalSentences(view, messages) }),
    receipt: lines && receiptOf(lines, view.item?.picture ?? null),
    actions: [{ text: messages[button], onPress: leave }, ...keeping],
    link: view.return_url === null ? null : { text: messages.returnToShop, url: view.return_url },
  })
}

/** After a refusal that leaves another try. */
export const refused = (
  view: ViewAt<'pay'>,
  { messages, leave }: StepContext,
  onTryAnother: () => void,
): TemplateResult =>
  endScreen({
    mark: failureMark,
    title: messages.declined,
    sentences: [messages.declinedHint, ...refusalSentences(view, messages), messages.attemptsLeft(view.attempts_left)],
    actions: [
      { text: messages.tryAnotherCard, onPress: onTryAnother },
      { text: messages.close, onPress: leave },
    ],
  })

/** There is no session, or no longer. */
export const unavailable = (
  errorCode: string | null,
  flow: Host['flow'],
  { messages, leave }: Pick<StepContext, 'messages' | 'leave'>,
): TemplateResult =>
  endScreen({
    mark: infoMark,
    title: messages.messageTitle,
    sentences: [errorCode === null ? messages.gone : outcomeSentence(messages, errorCode, flow)],
    actions: [{ text: messages.close, onPress: leave }],
  })

/** The buyer has left, and only they can close the page. */
export const left = ({ messages }: Pick<StepContext, 'messages'>): TemplateResult =>
  endScreen({ mark: infoMark, title: messages.left, sentences: [messages.pageMayClose], actions: [] })
