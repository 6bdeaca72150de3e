import { FORTE_INIT_FUNCTION, FORTE_LOADED_EVENT, type WidgetContract } from '@coinslot/contract/widget'
import { loadError, type CoinslotError } from './errors.ts'
import { findScript, type ManifestOptions, type WidgetScript } from './find-script.ts'
import { injectScript, type InitFunction } from './inject-script.ts'
import { pause } from './later.ts'
import { limited, type LimitOptions } from './limited.ts'
import { furtherAttempts, isBlocked } from './network-faults.ts'
import { once } from './once.ts'
import { own } from './own.ts'

export { CoinslotError, LOAD_ERRORS, type CoinslotErrorCode, type LoadErrorCode } from './errors.ts'
export type { ManifestSource, WidgetScript } from './find-script.ts'
export type { InitFunction } from './inject-script.ts'
export { trustScriptsFrom } from './trusted-url.ts'
export type { ManifestAnswer, WidgetContract, WidgetInit, WidgetManifest } from '@coinslot/contract/widget'

export interface LoadOptions extends ManifestOptions, LimitOptions {
  /** For the script tag, where the page's CSP asks for one. */
  readonly nonce?: string | undefined
  /** Names that the script uses. Default: the live service's. */
  readonly contract?: WidgetContract | undefined
}

export interface LoadedWidget extends WidgetScript {
  readonly init: InitFunction
}

/**
 * Loads the widget's script, once for all callers that agree on it, and gives its init function.
 * @throws {CoinslotError} with a code of `LOAD_ERRORS`
 */
export const loadWidget = (options: LoadOptions): Promise<LoadedWidget> => {
  const settings = own(options)
  const { initFunction = FORTE_INIT_FUNCTION, events } = settings.contract ?? {}
  return limited(settings, async (signal) => {
    const violations: SecurityPolicyViolationEvent[] = []
    addEventListener('securitypolicyviolation', (violation) => violations.push(violation), { signal })
    for (let attempt = 0; ; attempt++) {
      try {
        const script = await findScript(settings, { signal, cache: attempt ? 'reload' : 'default' })
        const init = await once(initFunction, script.url + script.integrity, signal, () =>
          injectScript(script, settings.nonce ?? '', initFunction, events?.loaded ?? FORTE_LOADED_EVENT, signal),
        )
        return { ...script, init }
      } catch (thrown) {
        const error = thrown as CoinslotError
        // A violation is told in a task of its own, which may come after the failure.
        await new Promise((resolve) => setTimeout(resolve))
        for (const violation of violations)
          if (isBlocked(error, violation)) throw loadError('csp_blocked', violation.blockedURI)
        if (signal.aborted || attempt >= furtherAttempts(error, settings.retries ?? 3)) throw error
        await pause((Math.random() + 0.5) * (settings.retryDelayMs ?? 300) * 2 ** attempt, signal)
      }
    }
  })
}

/** Loads the script ahead of the click, so that opening does not wait for it. A failure waits for the click, too. */
export const preloadWidget = (options: LoadOptions): Promise<void> =>
  loadWidget(options).then(
    () => {},
    () => {},
  )
