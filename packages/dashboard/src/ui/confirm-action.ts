import { html, render } from 'lit'
import { SESSION_ENDED } from '../session.ts'
import { takeDoubleClickAsOne } from './one-press.ts'

interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that goes on. */
  readonly action: string
}

const WITHDRAWN_BY = ['popstate', SESSION_ENDED]

/** Asks before something that cannot be taken back. @returns whether the viewer goes on */
export const confirmAction = ({ title, text, action }: Question): Promise<boolean> =>
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
      resolve(dialog.returnValue === 'yes')
    })
    render(
      html`<h2 id="question-title">${title}</h2>
        <p id="question-text">${text}</p>
        <form method="dialog" class="buttons">
          <button class="wa-outlined wa-neutral" value="no" autofocus>Cancel</button>
          <button class="wa-danger" value="yes" @click=${takeDoubleClickAsOne}>${action}</button>
        </form>`,
      dialog,
    )
    document.body.append(dialog)
    dialog.showModal()
  })
