import type { Place } from '../router.ts'
import { LightElement } from '../ui/light-element.ts'

/** A page at a place; it is drawn again whenever the filters in the address change. */
export class PageElement extends LightElement {
  static override properties = { place: { attribute: false } }
  declare place: Place

  /** What stands in the address under a name; empty where nothing does. */
  protected filter(name: string): string {
    return this.place.search.get(name) ?? ''
  }
}
