import { createTold } from './told.ts'

/** Has a screen reader say that code was copied; VitePress shows it by the colour and the sign of a button. */
export const tellCopied = (body: HTMLElement): void => {
  const told = createTold(body)
  const watched = new MutationObserver((changes) => {
    const isCopied = changes.some(({ target }) => target instanceof Element && target.classList.contains('copied'))
    told.textContent = isCopied ? 'Copied' : ''
  })
  body.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null
    if (button !== null) watched.observe(button, { attributeFilter: ['class'] })
  })
}
