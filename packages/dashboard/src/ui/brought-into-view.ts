import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'
import { focusPlace } from './keep-focus.ts'

const bring = (element: Element): void => {
  if (element instanceof HTMLElement) focusPlace(element)
  element.scrollIntoView({ block: 'center' })
}

/**
 * Brings an element into the middle of the window, clear of bars and notices, and the keyboard with it, each time it
 * shows something else.
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
