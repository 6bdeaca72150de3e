import type { WidgetInit } from '@coinslot/contract/widget'
import { loadError } from './errors.ts'
import type { WidgetScript } from './find-script.ts'
import { later } from './later.ts'
import { ofDocument } from './own.ts'
import { trustedUrl } from './trusted-url.ts'

export interface ScriptOptions {
  /** For the script tag, where the page's CSP asks for one. */
  readonly nonce?: string | undefined
}

/** Opens the widget. */
export type InitFunction = (init: WidgetInit) => void

/** How long a script that has run may take to set its init function. */
const GRACE_MS = 2000
/** Digests of the scripts that we have asked for, by address. */
const asked = new Map<string, string>()
let faults = 0

/** A function of the page's own under this name: an element of that name is none. */
const initOf = (name: string): InitFunction | undefined => {
  const { value } = Object.getOwnPropertyDescriptor(window, name) ?? {}
  return typeof value === 'function' ? value : undefined
}

const createScript = () => ofDocument('createElement').call(document, 'script') as HTMLScriptElement

/** Why the script's tag failed; its event does not say. Asking past the HTTP cache also mends a spoilt entry there. */
const diagnose = async ({ url, integrity }: WidgetScript, signal: AbortSignal) => {
  const answers = (integrity: string) =>
    fetch(url, { integrity, signal, cache: 'reload' }).then(
      ({ ok }) => ok,
      () => false,
    )
  return loadError(
    (await answers('')) && !(await answers(integrity)) ? 'integrity_mismatch' : 'script_unreachable',
    url,
  )
}

/**
 * Runs the script and gives its init function.
 * @throws script_unreachable, integrity_mismatch, csp_blocked, script_failed, init_missing, load_conflict
 */
export const injectScript = async (
  script: WidgetScript,
  { nonce }: ScriptOptions,
  initFunction: string,
  loadedEvent: string,
  caller: AbortSignal,
): Promise<InitFunction> => {
  const { url, integrity } = script
  const former = initOf(initFunction)
  const known = asked.get(url) === integrity
  for (const { src, integrity: present } of ofDocument('scripts')) {
    if (src.replace(/#.*/, '') !== url) continue
    if (present !== integrity) throw loadError('load_conflict', url)
    if (former) return former
  }
  const tag = createScript()
  const done = new AbortController()
  const { signal } = done
  asked.set(url, integrity)
  return new Promise<InitFunction>((resolve, reject) => {
    const ready = () => {
      const init = initOf(initFunction)
      if (init && (known || init !== former)) resolve(init)
    }
    addEventListener(loadedEvent, ready, { signal })
    addEventListener(
      'error',
      ({ filename, error }) => {
        if (filename.startsWith(url)) reject(loadError('script_failed', url, error))
      },
      { signal },
    )
    caller.addEventListener('abort', () => reject(loadError('script_unreachable', url)), { signal })
    tag.onload = () => {
      ready()
      later(() => reject(loadError(former ? 'load_conflict' : 'init_missing', url)), GRACE_MS, signal)
    }
    tag.onerror = () => diagnose(script, caller).then(reject)
    tag.type = 'module'
    tag.integrity = integrity
    tag.crossOrigin = ''
    if (nonce) tag.nonce = nonce
    try {
      // A hash makes it another entry of the module map, where an engine may keep a failure for good.
      tag.src = trustedUrl(url + (faults ? `#${faults}` : ''))
    } catch (cause) {
      reject(loadError('csp_blocked', 'trusted-types', cause))
    }
    ofDocument('head').append(tag)
  })
    .catch((error) => {
      tag.remove()
      if (!caller.aborted) {
        asked.delete(url)
        faults++
      }
      throw error
    })
    .finally(() => done.abort())
}
