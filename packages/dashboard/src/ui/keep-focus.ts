const NEAR = '.list-end, table, section, form, main'

const aroundOf = (element: Element): readonly Element[] => {
  const around: Element[] = []
  for (let each = element.parentElement; each !== null; each = each.parentElement) around.push(each)
  return around
}

/** The other rows of its table: those below it first, then those above, each the nearest first. */
const rowsBeside = (element: Element): readonly Element[] => {
  const row = element.closest('tr')
  const rows = Array.from(row?.parentElement?.children ?? [])
  const at = rows.findIndex((each) => each === row)
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()]
}

/** Takes the focus without being a stop of the keyboard's. */
export const focusPlace = (place: HTMLElement): void => {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/**
 * Where what has the focus goes away, as a row does that is taken off a list, it goes to what was around: lost, a screen
 * reader would say nothing, and go on at the top. For a row it goes to the one that has taken its place. Never to another
 * button, which a key that is held down would press.
 */
export const keepFocus = (): void => {
  let focused: Element | null = null
  let around: readonly Element[] = []
  let beside: readonly Element[] = []
  addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element ? target : null
    around = focused === null ? [] : aroundOf(focused)
    beside = focused === null ? [] : rowsBeside(focused)
  })
  const look = (): void => {
    if (focused === null || focused.isConnected || document.activeElement !== document.body) return
    const isRowGone = focused.closest('tr') !== null
    focused = null
    const place =
      (isRowGone ? beside.find((each) => each.isConnected) : undefined) ??
      around.find((each) => each.isConnected && each.matches(NEAR)) ??
      document.querySelector('main')
    if (place instanceof HTMLElement) focusPlace(place)
  }
  // After whoever takes the focus of their own accord, as a form does that is closed.
  new MutationObserver(() => queueMicrotask(look)).observe(document.body, { childList: true, subtree: true })
}
