import { CHECKOUT_PHONE, CHECKOUT_PHONE_OPEN } from '@coinslot/contract/checkout'
import { type Host, UNFRAMED } from '../host.ts'
import { PHONE_LINK } from '../screen.ts'
import { delayOrOnline } from '../wait.ts'

const AGAIN_MS = 2000

/**
 * Opens the link that this phone came by, however long the network takes. Its token is out of the address while it is asked
 * about, and in it again between two tries: whoever reloads comes by their link still.
 * @returns whether it was good.
 */
const openLink = async (path: string, hash: string): Promise<boolean> => {
  const url = path.slice(0, -CHECKOUT_PHONE.length) + CHECKOUT_PHONE_OPEN
  const body = JSON.stringify({ token: hash.slice(1) })
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  for (;;) {
    history.replaceState(null, '', path)
    const status = (await fetch(url, request).catch(() => null))?.status
    // Whatever else comes is not of the service, or not its last word.
    if (status === 204 || status === 400 || status === 401) return status === 204
    history.replaceState(null, '', path + hash)
    await delayOrOnline(AGAIN_MS)
  }
}

/**
 * The host where this document is a phone's, whose cookie is its credential. Null where the page begins again, now with
 * the cookie.
 */
export const phoneHost = async (path: string): Promise<Host | null> => {
  // To the browser another link is the same document.
  addEventListener('hashchange', () => location.reload())
  const { hash } = location
  const isOpened = hash === '' || (await openLink(path, hash))
  if (isOpened && hash !== '') {
    location.reload()
    return null
  }
  return { ...UNFRAMED, access: isOpened ? { prefix: path, headers: {} } : null, errorCode: PHONE_LINK }
}
