import { LightElement } from '../light-element.ts'

const FIRST_BOX = 'input:not([readonly]):not([type=file]):not([type=hidden])'

/** Until every element below the root has drawn itself. */
const untilDrawn = async (root: Element): Promise<void> => {
  for (const element of root.querySelectorAll('*')) {
    if (!(element instanceof LightElement)) continue
    await element.updateComplete
    await untilDrawn(element)
  }
}

/** A step begins here. */
export interface StepStart {
  readonly element: HTMLElement | null
  /** Its heading, or the line or mark above that. */
  readonly head: Element | null
  /** The heading's text where a box has the focus, which alone would not tell it. */
  readonly sentence: string
}

/** Moves the focus into the step that is now shown: to its first box, or to its heading where it has none. */
export const focusStep = async (root: Element): Promise<StepStart> => {
  await untilDrawn(root)
  const heading = root.querySelector<HTMLElement>('h1')
  const element = root.querySelector<HTMLElement>(FIRST_BOX) ?? heading
  element?.focus()
  const words = [...root.querySelectorAll('.eyebrow, .mark'), ...(heading ? [heading] : [])]
  return {
    element,
    head: words[0] ?? null,
    sentence: element === heading ? '' : words.map((part) => part.textContent.trim()).join('. '),
  }
}
