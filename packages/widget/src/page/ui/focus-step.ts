import { LightElement } from '../light-element.ts'

const FIRST_BOX = 'input:not([type=file]):not([type=hidden])'

/** Until every element below the root has drawn itself. */
const untilDrawn = async (root: Element): Promise<void> => {
  for (const element of root.querySelectorAll('*')) {
    if (!(element instanceof LightElement)) continue
    await element.updateComplete
    await untilDrawn(element)
  }
}

/**
 * Moves the focus into the step that is now shown: to its first box, or to its heading where it has none.
 * @returns the heading's text, which a focused box alone would not tell.
 */
export const focusStep = async (root: Element): Promise<string> => {
  await untilDrawn(root)
  const heading = root.querySelector<HTMLElement>('h1')
  const target = root.querySelector<HTMLElement>(FIRST_BOX) ?? heading
  target?.focus()
  return target === heading ? '' : (heading?.textContent ?? '')
}
