import { framePath } from '@coinslot/contract/checkout'

/**
 * Loads the checkout page of no client, unseen, so that what it needs is in the cache and the connection stands before a
 * buyer comes. Only a frame does that: browsers keep the caches of a page and of the frames of other sites in it apart.
 */
const warmUp = (scriptUrl: string): void => {
  const host = document.createElement('div')
  const frame = Object.assign(document.createElement('iframe'), {
    credentialless: crossOriginIsolated,
    hidden: true,
    // The script stands at `{base_url}/widget/…`, the page beside that folder.
    src: new URL(`..${framePath(null)}`, scriptUrl).href,
    onload: () => host.remove(),
  })
  host.hidden = true
  host.attachShadow({ mode: 'closed' }).append(frame)
  document.documentElement.append(host)
}

/** Warms up when the page has nothing else to do, unless `needed` says no by then. */
export const warmUpWhenIdle = (scriptUrl: string, needed: () => boolean): void => {
  const start = (): void => {
    if (needed()) warmUp(scriptUrl)
  }
  const whenIdle = window.requestIdleCallback ?? ((action: () => void) => setTimeout(action, 200))
  whenIdle(start, { timeout: 1000 })
}
