import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { focusPlace } from './keep-focus.ts'

/** By which a viewer goes elsewhere. */
const MOVES = ['blur', 'wheel', 'touchstart', 'pointerdown', 'keydown']

const bring = (element: Element): void => {
  if (element instanceof HTMLElement) focusPlace(element)
  const kept = new ResizeObserver(() => element.scrollIntoView({ block: 'center' }))
  kept.observe(document.body)
  for (const move of MOVES) addEventListener(move, () => kept.disconnect(), { once: true, capture: true })
}

/**
 * Brings an element into the middle of the window, clear of bars and notices, and the keyboard with it, each time it
 * shows something else. There it stays while what stands above it grows, until the viewer moves.
 */
class BroughtIntoView extends Directive {
  #shown: unknown

  override render(_shown: unknown): unknown {
    return noChange
  }

  override update({ element }: ElementPart, [shown]: [unknown]): unknown {
    if (this.#shown !== shown) queueMicrotask(() => bring(element))
    this.#shown = shown
    return noChange
  }
}

export const broughtIntoView = directive(BroughtIntoView)
