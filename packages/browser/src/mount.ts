import { FORTE_CONTRACT } from '@coinslot/contract/widget'
import { sessionError, type CoinslotError } from './errors.ts'
import { EVENTS, type SessionDetail } from './events.ts'
import { createHost, type HostOptions } from './host.ts'
import { limited } from './limited.ts'
import { loadWidget, type LoadOptions } from './load.ts'
import { own } from './own.ts'
import { readData, type SessionDataSource } from './session-data.ts'

export interface MountOptions extends LoadOptions, HostOptions {
  readonly data: SessionDataSource
}

/** How a session ended. */
export interface Outcome extends SessionDetail {
  readonly status: 'success' | 'close' | 'kyc-success' | 'kyc-failure' | 'destroyed' | 'error'
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
  const { events, containerId } = contract
  const life = new AbortController()
  const { signal } = life
  let settle: (outcome: Outcome) => void
  const closed = new Promise<Outcome>((resolve) => (settle = resolve))
  let detail: SessionDetail = {}
  const tell = (kind: Exclude<keyof typeof EVENTS, 'error'>) =>
    container.dispatchEvent(new EVENTS[kind](`coinslot-${kind}`, detail))
  const end = (status: Outcome['status'], error?: CoinslotError) => {
    if (signal.aborted) return
    life.abort()
    settle({ status, ...detail, ...(error && { error }) })
    if (error) container.dispatchEvent(new EVENTS.error('coinslot-error', { error }))
    else if (status === 'kyc-failure') tell('close')
    else if (status !== 'destroyed' && status !== 'error') tell(status)
  }
  const destroy = () => end('destroyed')
  options.signal?.addEventListener('abort', destroy, { signal })
  if (options.signal?.aborted) destroy()

  const start = async () => {
    const given = limited({ signal, timeoutMs }, (limit) => readData(options.data, limit))
    const [{ init }, data] = await Promise.all([loadWidget({ ...options, signal }), given])
    const id = data.payment_intent_id
    if (open.has(id)) throw sessionError('session_conflict', id)
    if (id) detail = { paymentIntentId: id }
    let last: 'close' | 'kyc-failure' = 'close'
    const close = () => end(last)
    const host = createHost(options, containerId, close)
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
    on(events.success, () => end('success'))
    on(events.closed, close)
    on(events.kycSuccess, () => (id ? tell('kyc-success') : end('kyc-success')))
    on(events.kycFailure, () => {
      last = 'kyc-failure'
      tell(last)
    })
    try {
      init({ containerId: host.id, data })
    } catch (cause) {
      throw sessionError('init_failed', '', cause)
    }
    tell('ready')
  }

  const ready = start()
  ready.catch((error: CoinslotError) => end('error', error))
  return { ready, closed, destroy }
}
