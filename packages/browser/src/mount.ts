import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import type { CoinslotError } from './errors.ts'
import {
  CoinslotCloseEvent,
  CoinslotErrorEvent,
  CoinslotKycFailureEvent,
  CoinslotKycSuccessEvent,
  CoinslotReadyEvent,
  CoinslotSuccessEvent,
  type SessionDetail,
} from './events.ts'
import { createHost, type HostOptions } from './host.ts'
import { limited } from './limited.ts'
import { loadWidget, type LoadOptions } from './load.ts'
import { own } from './own.ts'
import { readData, sessionError, type SessionDataSource } from './session-data.ts'

export interface MountOptions extends LoadOptions, HostOptions {
  readonly data: SessionDataSource
}

/** How a session ended. */
export interface Outcome extends SessionDetail {
  readonly status: 'success' | 'closed' | 'kyc-success' | 'kyc-failure' | 'destroyed' | 'error'
  readonly error?: CoinslotError
}

export interface WidgetSession {
  /** The widget has the session. Rejects with a {@link CoinslotError}; unheard, that stays silent. */
  readonly ready: Promise<void>
  /** Never rejects. */
  readonly closed: Promise<Outcome>
  /** Ends the session and takes everything away that it put on the page. Safe at any time, and twice. */
  destroy(): void
}

/** Intents of the sessions that are open; `undefined` for one without, of which there can be one. */
const open = new Set<string | undefined>()

/** Opens the widget in a container, which gets the session's events (see {@link CoinslotEventMap}). */
export const mountWidget = (options: MountOptions): WidgetSession => {
  const { container, contract = FORTE_CONTRACT, timeoutMs } = options
  const { events } = contract
  const life = new AbortController()
  const { signal } = life
  let resolve: (outcome: Outcome) => void = () => {}
  const closed = new Promise<Outcome>((settle) => (resolve = settle))
  let detail: SessionDetail = {}
  const end = (status: Outcome['status'], event?: Event, error?: CoinslotError) => {
    if (signal.aborted) return
    life.abort()
    resolve({ status, ...detail, ...(error && { error }) })
    if (event) container.dispatchEvent(event)
  }
  const destroy = () => end('destroyed')
  if (options.signal?.aborted) destroy()
  options.signal?.addEventListener('abort', destroy, { signal })

  const start = async (limit: AbortSignal) => {
    const given = readData(options.data, limit)
    const [{ init }, data] = await Promise.all([loadWidget({ ...options, signal: limit }), given])
    const id = data.payment_intent_id
    if (open.has(id)) throw sessionError('session_conflict', id)
    if (id) detail = { paymentIntentId: id }
    let failed: 'kyc-failure' | undefined
    const close = () => end(failed ?? 'closed', new CoinslotCloseEvent('coinslot-close', detail))
    const host = createHost(options, contract.containerId, close)
    open.add(id)
    signal.addEventListener('abort', () => {
      open.delete(id)
      host.remove()
    })
    const on = (type: string, heard: () => void) =>
      addEventListener(
        type,
        (event) => {
          if (event instanceof CustomEvent && own<SessionDetail>(event.detail).paymentIntentId === id) heard()
        },
        { signal },
      )
    on(events.success, () => end('success', new CoinslotSuccessEvent('coinslot-success', detail)))
    on(events.closed, close)
    on(events.kycSuccess, () => {
      const event = new CoinslotKycSuccessEvent('coinslot-kyc-success', detail)
      if (id) container.dispatchEvent(event)
      else end('kyc-success', event)
    })
    on(events.kycFailure, () => {
      failed = 'kyc-failure'
      container.dispatchEvent(new CoinslotKycFailureEvent('coinslot-kyc-failure', detail))
    })
    try {
      init({ containerId: host.id, data })
    } catch (cause) {
      throw sessionError('init_failed', '', cause)
    }
    container.dispatchEvent(new CoinslotReadyEvent('coinslot-ready', detail))
  }

  const ready = limited({ signal, timeoutMs }, start)
  ready.catch((error: CoinslotError) => end('error', new CoinslotErrorEvent('coinslot-error', { error }), error))
  return { ready, closed, destroy }
}
