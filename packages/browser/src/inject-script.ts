import type { WidgetInitFunction } from '@coinslot/contract/widget'
import { loadError, type LoadErrorCode } from './errors.ts'
import type { WidgetScript } from './find-script.ts'
import { isFunction } from './from-source.ts'
import { later } from './later.ts'
import { trustedUrl } from './trusted-url.ts'

/** Opens the widget. */
export type InitFunction = WidgetInitFunction

/** A hash for each fault of an address: with it, it is another entry of the module map, where a failure may stay for good. */
const hashes: { [url: string]: string | null } = { __proto__: null }

/** The page's own function; an element of that name is none. */
const initOf = (name: string): InitFunction | false => {
  const init: unknown = Object.hasOwn(window, name) && window[name as keyof Window]
  return isFunction(init) && (init as unknown as InitFunction)
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
  for (const present of document.querySelectorAll('script')) {
    // A drawing's script has no such address.
    if (!present.src?.startsWith(url)) continue
    if (present.integrity !== integrity) throw loadError('load_conflict', url)
    const init = initOf(initFunction)
    if (init) return init
  }
  const ask = (integrity: string) =>
    fetch(url, { integrity, signal, cache: 'reload' }).then(
      (answer) => answer.ok,
      () => {},
    )
  // After a fault: past what the HTTP cache waits for, or has spoilt.
  const hash = (hashes[url] ??= '')
  if (hash) await ask('')
  if (signal.aborted) throw loadError('script_unreachable', url)
  const tag = document.createElement('script')
  return new Promise<InitFunction>((resolve, reject) => {
    const fail = (code: LoadErrorCode, cause?: unknown) => reject(loadError(code, url, cause))
    const ready = () => {
      const init = initOf(initFunction)
      if (init) resolve(init)
    }
    tag.addEventListener(
      'load',
      () => {
        ready()
        // Time for a script that has run to set its init function.
        later(() => fail('init_missing'), 2000, signal)
      },
      { signal },
    )
    tag.addEventListener(
      'error',
      // The event does not say why.
      async () => fail((await ask('')) && !(await ask(integrity)) ? 'integrity_mismatch' : 'script_unreachable'),
      { signal },
    )
    addEventListener(loadedEvent, ready, { signal })
    addEventListener('error', ({ filename, error }) => filename.startsWith(url) && fail('script_failed', error), {
      signal,
    })
    signal.addEventListener('abort', () => fail('script_unreachable'))
    try {
      Object.assign(tag, { type: 'module', integrity, nonce, crossOrigin: '', src: trustedUrl(url + hash) })
    } catch (cause) {
      fail('csp_blocked', cause)
    }
    document.head.append(tag)
  }).catch((error) => {
    tag.remove()
    // A script whose load was aborted may still arrive. The next load asks for the same address, so that it runs once.
    if (signal.reason?.code !== 'aborted') hashes[url] += '#'
    throw error
  })
}
