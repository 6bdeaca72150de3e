/** Has a screen reader say that code was copied; VitePress shows it by the colour and the sign of a button. */
export const tellCopied = (body: HTMLElement): void => {
  const told = document.createElement('div')
  told.role = 'status'
  told.className = 'visually-hidden'
  body.append(told)
  const watched = new MutationObserver((changes) => {
    const isCopied = changes.some(({ target }) => target instanceof Element && target.classList.contains('copied'))
    told.textContent = isCopied ? 'Copied' : ''
  })
  body.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null
    if (button !== null) watched.observe(button, { attributeFilter: ['class'] })
  })
}
