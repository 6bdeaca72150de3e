const BOX = '.VPLocalSearchBox'

/** Escape in the search takes the keyboard back to where it came from; VitePress leaves it at the top of the page. */
export const leaveSearch = (body: HTMLElement): void => {
  let before: HTMLElement | null = null
  let isLeft = false
  body.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(BOX) === null) before = target
  })
  addEventListener('keydown', ({ key }) => (isLeft = key === 'Escape'), { capture: true })
  const watched = new MutationObserver((changes) => {
    const isClosed = changes.some(({ removedNodes }) =>
      Array.from(removedNodes).some((node) => node instanceof Element && node.matches(BOX)),
    )
    if (isClosed && isLeft) before?.focus()
  })
  watched.observe(body, { childList: true })
}
