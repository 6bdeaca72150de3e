import { noChange } from 'lit'
import { AsyncDirective, directive, type ElementPart } from 'lit/async-directive.js'

/** Takes the keyboard to the first field of a form that is opened, and back to where it was when the form has gone. */
class SteppedInto extends AsyncDirective {
  #from: Element | null = null

  override render(): unknown {
    return noChange
  }

  override update({ element }: ElementPart): unknown {
    if (this.#from === null) {
      this.#from = document.activeElement
      queueMicrotask(() => element.querySelector('input')?.focus())
    }
    return noChange
  }

  protected override disconnected(): void {
    const from = this.#from
    queueMicrotask(() => {
      const isLost = document.activeElement === document.body
      if (isLost && from instanceof HTMLElement) from.focus()
    })
  }
}

export const steppedInto = directive(SteppedInto)
