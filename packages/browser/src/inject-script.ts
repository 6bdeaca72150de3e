import type { WidgetInit } from '@coinslot/contract/widget'
import { loadError, type LoadErrorCode } from './errors.ts'
import type { WidgetScript } from './find-script.ts'
import { later } from './later.ts'
import { trustedUrl } from './trusted-url.ts'

/** Opens the widget. */
export type InitFunction = (init: WidgetInit) => void

/** How long a script that has run may take to set its init function. */
const GRACE_MS = 2000
let faults = 0

/** The page's own function; an element of that name is none. */
const initOf = (name: string): InitFunction | false => {
  const init: unknown = Object.hasOwn(window, name) && window[name as keyof Window]
  return typeof init === 'function' && (init as InitFunction)
}

/**
 * Runs the script and gives its init function. Until the signal is aborted, its tag is watched; where it fails, removed.
 * @throws script_unreachable, integrity_mismatch, csp_blocked, script_failed, init_missing, load_conflict
 */
export const injectScript = async (
  { url, integrity }: WidgetScript,
  nonce: string,
  initFunction: string,
  loadedEvent: string,
  signal: AbortSignal,
): Promise<InitFunction> => {
  for (const { src, integrity: present } of document.querySelectorAll('script')) {
    if (src.split('#')[0] !== url) continue
    if (present !== integrity) throw loadError('load_conflict', url)
    const init = initOf(initFunction)
    if (init) return init
  }
  const tag = document.createElement('script')
  return new Promise<InitFunction>((resolve, reject) => {
    const fail = (code: LoadErrorCode, cause?: unknown) => reject(loadError(code, url, cause))
    const ready = () => {
      const init = initOf(initFunction)
      if (init) resolve(init)
    }
    addEventListener(loadedEvent, ready, { signal })
    addEventListener('error', ({ filename, error }) => filename.startsWith(url) && fail('script_failed', error), {
      signal,
    })
    signal.addEventListener('abort', () => fail('script_unreachable'))
    try {
      Object.assign(tag, {
        type: 'module',
        integrity,
        nonce,
        crossOrigin: '',
        // A hash makes it another entry of the module map, where an engine may keep a failure for good.
        src: trustedUrl(faults ? `${url}#${faults}` : url),
        onload() {
          ready()
          later(() => fail('init_missing'), GRACE_MS, signal)
        },
        async onerror() {
          faults++
          // The event does not say why. Asking past the HTTP cache also mends a spoilt entry there.
          const answers = (integrity: string) =>
            fetch(url, { integrity, signal, cache: 'reload' }).then(
              ({ ok }) => ok,
              () => false,
            )
          fail((await answers('')) && !(await answers(integrity)) ? 'integrity_mismatch' : 'script_unreachable')
        },
      })
    } catch (cause) {
      fail('csp_blocked', cause)
    }
    document.head.append(tag)
  }).catch((error) => {
    tag.remove()
    throw error
  })
}
