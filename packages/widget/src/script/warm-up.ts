import { framePath } from '@coinslot/contract/checkout'
import { frameAt } from './frame-at.ts'

/**
 * Loads the checkout page of no client, unseen, so that what it needs is in the cache and the connection stands before a
 * buyer comes. Only a frame does that: browsers keep the caches of a page and of the frames of other sites in it apart.
 */
const warmUp = (scriptUrl: string): void => {
  const host = document.createElement('div')
  // The script stands at `{base_url}/widget/…`, the page beside that folder.
  const frame = Object.assign(frameAt(new URL(`..${framePath(null)}`, scriptUrl).href), {
    hidden: true,
    onload: () => host.replaceWith(),
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
