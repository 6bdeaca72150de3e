import type { WidgetContract } from '@coinslot/contract/widget'
import { FORTE_INIT_FUNCTION, FORTE_LOADED_EVENT } from '@coinslot/contract/widget'
import { CoinslotError, loadError } from './errors.ts'
import { findScript, forgetManifests, type ManifestOptions, type WidgetScript } from './find-script.ts'
import { injectScript, type InitFunction, type ScriptOptions } from './inject-script.ts'
import { pause } from './later.ts'
import { limited, type LimitOptions } from './limited.ts'
import { own } from './own.ts'

export { CoinslotError, LOAD_ERRORS, type CoinslotErrorCode, type LoadErrorCode } from './errors.ts'
export type { ManifestAnswer, ManifestSource, WidgetScript } from './find-script.ts'
export type { InitFunction } from './inject-script.ts'
export type { WidgetContract, WidgetInit, WidgetManifest } from '@coinslot/contract/widget'

export interface LoadOptions extends ManifestOptions, ScriptOptions, LimitOptions {
  /** Further attempts after a network fault. Default 3. A mismatch of the digest has one of its own. */
  readonly retries?: number | undefined
  /** Before the first further attempt, give or take half; doubles with each. Default 300. */
  readonly retryDelayMs?: number | undefined
  /** Names that the script uses. Default: the live service's. */
  readonly contract?: WidgetContract | undefined
}

export interface LoadedWidget extends WidgetScript {
  readonly init: InitFunction
}

/** Loads in progress, by the name of their init function. */
const running = new Map<string, { readonly id: string; readonly init: Promise<InitFunction> }>()

const share = (script: WidgetScript, settings: Partial<LoadOptions>, signal: AbortSignal): Promise<InitFunction> => {
  const { initFunction = FORTE_INIT_FUNCTION, events } = settings.contract ?? {}
  const id = script.integrity + script.url
  const load = running.get(initFunction)
  if (load && load.id !== id) throw loadError('load_conflict', script.url)
  if (load) return load.init
  const init = injectScript(script, settings, initFunction, events?.loaded ?? FORTE_LOADED_EVENT, signal)
  running.set(initFunction, { id, init })
  return init.finally(() => running.delete(initFunction))
}

/**
 * Loads the widget's script, once for all callers that agree on it, and gives its init function.
 * @throws {CoinslotError} with a code of `LOAD_ERRORS`
 */
export const loadWidget = (options: LoadOptions): Promise<LoadedWidget> => {
  const settings = own(options)
  const { retries = 3, retryDelayMs = 300 } = settings
  return limited(settings, async (signal) => {
    const violations: SecurityPolicyViolationEvent[] = []
    addEventListener('securitypolicyviolation', (violation) => violations.push(violation), { signal })
    for (let attempt = 0; ; attempt++) {
      try {
        const script = await findScript(settings, attempt ? 'no-cache' : 'default')
        return { ...script, init: await share(script, settings, signal) }
      } catch (error) {
        if (signal.aborted || !(error instanceof CoinslotError)) throw error
        forgetManifests()
        const { code, detail } = error
        // The violation is told in a task of its own, which may come after the failure.
        await new Promise((resolve) => setTimeout(resolve))
        for (const { disposition, effectiveDirective, blockedURI } of violations) {
          const ofScript = effectiveDirective.startsWith('script') === code.startsWith('script')
          if (disposition === 'enforce' && ofScript && detail.startsWith(blockedURI))
            throw loadError('csp_blocked', detail)
        }
        const unreachable = /reach/.test(code) && !/ 4(?!08|25|29)\d\d$/.test(detail)
        const limit = unreachable ? retries : code === 'integrity_mismatch' ? 1 : 0
        if (attempt >= limit) throw unreachable && !navigator.onLine ? loadError('offline', '', error) : error
        await pause(retryDelayMs * 2 ** attempt * (0.5 + Math.random()), signal)
      }
    }
  }).catch((error) => {
    forgetManifests()
    throw error
  })
}

/** Loads the script ahead of the click, so that opening does not wait for it. A failure waits for the click, too. */
export const preloadWidget = (options: LoadOptions): Promise<void> =>
  loadWidget(options).then(
    () => {},
    () => {},
  )
