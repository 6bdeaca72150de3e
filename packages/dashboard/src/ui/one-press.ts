/** A double click is one press. */
const isRepeated = ({ detail }: UIEvent): boolean => detail > 1

/** A press is answered before the next one is taken: a second would do the same twice. */
export const oneAtATime = async (pressed: Element, act: () => unknown): Promise<void> => {
  if (pressed.ariaBusy === 'true') return
  pressed.ariaBusy = 'true'
  try {
    await act()
  } finally {
    pressed.ariaBusy = null
  }
}

/** What the press of a button does. */
export const onPress =
  (act: () => unknown) =>
  async (event: MouseEvent): Promise<void> => {
    if (!isRepeated(event)) await oneAtATime(event.currentTarget as Element, act)
  }

/** Has a button send its form once for a double click. */
export const takeDoubleClickAsOne = (event: MouseEvent): void => {
  if (isRepeated(event)) event.preventDefault()
}

/** Has Enter, while it is held down, press once: the keyboard repeats it, and each press would be answered in between. */
export const takeHeldEnterAsOne = (): void =>
  addEventListener('keydown', (event) => {
    const isOfText = event.target instanceof HTMLTextAreaElement
    if (event.repeat && event.key === 'Enter' && !isOfText) event.preventDefault()
  })
