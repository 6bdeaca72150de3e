import { CHECKOUT_PHONE, CHECKOUT_PHONE_OPEN } from '@coinslot/contract/checkout'
import type { Host } from '../host.ts'
import { PHONE_LINK } from '../screen.ts'
import { delayOrOnline } from '../wait.ts'

const AGAIN_MS = 2000

/** Opens the link that this phone came by, however long the network takes. @returns whether it was good. */
const openLink = async (path: string, token: string): Promise<boolean> => {
  const url = path.slice(0, -CHECKOUT_PHONE.length) + CHECKOUT_PHONE_OPEN
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }
  for (;;) {
    const status = (await fetch(url, request).catch(() => null))?.status
    // Whatever else comes is not of the service, or not its last word.
    if (status === 204 || status === 400 || status === 401) return status === 204
    await delayOrOnline(AGAIN_MS)
  }
}

/**
 * The host where this document is a phone's, whose cookie is its credential. The link's token leaves the address before
 * anything is asked. Null where the page begins again, now with the cookie.
 */
export const phoneHost = async (path: string): Promise<Host | null> => {
  // To the browser another link is the same document.
  addEventListener('hashchange', () => location.reload())
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', path)
  const isOpened = token === '' || (await openLink(path, token))
  if (isOpened && token !== '') {
    location.reload()
    return null
  }
  return {
    mode: 'hosted',
    isPrepared: false,
    access: isOpened ? { prefix: path, headers: {} } : null,
    errorCode: PHONE_LINK,
    flow: 'PAYMENT',
    paymentIntentId: null,
    locale: null,
    theme: {},
    tell: () => {},
    drawn: () => {},
    reveal: () => {},
  }
}
