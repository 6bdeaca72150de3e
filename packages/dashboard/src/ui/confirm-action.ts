import { html, nothing, render } from 'lit'
import { SESSION_ENDED } from '../session.ts'
import { takeDoubleClickAsOne } from './one-press.ts'

interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that goes on. */
  readonly action: string
  /** What another one says that goes on in a milder way. Default: there is none. */
  readonly milder?: string
}

/** How the viewer goes on, if at all. */
type Decision = 'cancel' | 'milder' | 'action'

/** Whether a question waits for its answer. */
export const isAsking = (): boolean => document.querySelector('dialog.question[open]') !== null

const WITHDRAWN_BY = ['popstate', SESSION_ENDED]

/** Asks before something that cannot be taken back, where there is more than one way to go on. */
export const decideAction = ({ title, text, action, milder }: Question): Promise<Decision> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.className = 'question'
    dialog.setAttribute('aria-labelledby', 'question-title')
    dialog.setAttribute('aria-describedby', 'question-text')
    // What is asked about is gone with its page, where the browser's Back leaves it, and cannot be done without a session.
    const withdraw = () => dialog.close()
    for (const event of WITHDRAWN_BY) addEventListener(event, withdraw)
    dialog.addEventListener('close', () => {
      for (const event of WITHDRAWN_BY) removeEventListener(event, withdraw)
      dialog.remove()
      const { returnValue } = dialog
      resolve(returnValue === 'action' || returnValue === 'milder' ? returnValue : 'cancel')
    })
    render(
      html`<h2 id="question-title">${title}</h2>
        <p id="question-text">${text}</p>
        <form method="dialog" class="buttons">
          <button class="wa-outlined wa-neutral" value="cancel" autofocus>Cancel</button>
          ${
            milder === undefined
              ? nothing
              : html`<button class="wa-outlined wa-neutral" value="milder" @click=${takeDoubleClickAsOne}>
                  ${milder}
                </button>`
          }
          <button class="wa-danger" value="action" @click=${takeDoubleClickAsOne}>${action}</button>
        </form>`,
      dialog,
    )
    document.body.append(dialog)
    dialog.showModal()
  })

/** Asks before something that cannot be taken back. @returns whether the viewer goes on */
export const confirmAction = async (question: Omit<Question, 'milder'>): Promise<boolean> =>
  (await decideAction(question)) === 'action'
