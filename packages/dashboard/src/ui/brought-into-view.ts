import { noChange } from 'lit'
import { Directive, directive, type ElementPart } from 'lit/directive.js'

/** Brings an element into the middle of the window, clear of bars and notices, each time it shows something else. */
class BroughtIntoView extends Directive {
  #shown: unknown

  override render(_shown: unknown): unknown {
    return noChange
  }

  override update({ element }: ElementPart, [shown]: [unknown]): unknown {
    if (this.#shown !== shown) queueMicrotask(() => element.scrollIntoView({ block: 'center' }))
    this.#shown = shown
    return noChange
  }
}

export const broughtIntoView = directive(BroughtIntoView)
