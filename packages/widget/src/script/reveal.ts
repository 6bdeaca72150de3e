/** Between what is revealed and the edge of the window, or what sticks to it. */
const ROOM_PX = 16

/** How far what sticks to the top of the window, such as the shop's header, reaches down over the frame. */
const coveredPx = (frame: Element): number => {
  const { left, width } = frame.getBoundingClientRect()
  const sticking = document.elementsFromPoint(left + width / 2, 1).filter((element) => {
    const { position } = getComputedStyle(element)
    return (position === 'sticky' || position === 'fixed') && !element.contains(frame)
  })
  const bottoms = sticking.map((element) => element.getBoundingClientRect().bottom)
  // What covers half of the window is no header.
  return Math.max(0, ...bottoms.filter((bottom) => bottom < innerHeight / 2))
}

/** Scrolls a part of the frame into view, below what sticks to the top, where it is not in view yet. */
export const reveal = (frame: HTMLElement, topPx: number, heightPx: number): void => {
  const scroll = (): void => {
    const covered = coveredPx(frame)
    const top = frame.getBoundingClientRect().top + topPx
    if (top >= covered && top + heightPx <= innerHeight) return
    frame.style.scrollMarginTop = `${covered + ROOM_PX - topPx}px`
    frame.scrollIntoView({ block: 'start' })
  }
  scroll()
  // A header may stick only now.
  scroll()
}
