const LIST = '.VPLocalNavOutlineDropdown'

/** Escape in a phone's list of headings takes the keyboard to its button; VitePress leaves it at the top of the page. */
export const leaveOutline = (): void => {
  const leave = ({ key, target }: KeyboardEvent): void => {
    if (key !== 'Escape' || !(target instanceof Element)) return
    target.closest(LIST)?.querySelector('button')?.focus()
  }
  // Before the list is closed, which takes the link that has the keyboard away.
  addEventListener('keydown', leave, { capture: true })
}
