import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** The part of the address that is the app's own, kept in step with the history. */
export class Router implements ReactiveController {
  readonly #host: ReactiveControllerHost
  readonly #base: string

  constructor(host: ReactiveControllerHost, base: string) {
    this.#host = host
    this.#base = base
    host.addController(this)
  }

  /** Segments below the base: `['buy', 'chest']` of `/app/buy/chest`. */
  get segments(): string[] {
    return location.pathname.slice(this.#base.length).split('/').filter(Boolean)
  }

  hostConnected(): void {
    addEventListener('popstate', this.#changed)
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#changed)
  }

  /** Follows a link of the app without loading a page; a click that means something else is the browser's. */
  readonly follow = (event: MouseEvent): void => {
    const { currentTarget: link } = event
    if (!(link instanceof HTMLAnchorElement) || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    this.go(link.pathname)
  }

  go(path: string): void {
    history.pushState(null, '', path)
    this.#changed()
  }

  readonly #changed = (): void => this.#host.requestUpdate()
}
