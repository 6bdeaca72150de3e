import { html, render } from 'lit'
import { takeDoubleClickAsOne } from './one-press.ts'

interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that goes on. */
  readonly action: string
}

/** Asks before something that cannot be taken back. @returns whether the viewer goes on */
export const confirmAction = ({ title, text, action }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.className = 'question'
    dialog.setAttribute('aria-labelledby', 'question-title')
    dialog.setAttribute('aria-describedby', 'question-text')
    // What is asked about is gone with its page, where the browser's Back leaves it.
    const withdraw = () => dialog.close()
    addEventListener('popstate', withdraw)
    dialog.addEventListener('close', () => {
      removeEventListener('popstate', withdraw)
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
