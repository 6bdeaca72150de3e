import { FORTE_CONTRACT, type OpenedWidget, type WidgetEventDetail } from '@coinslot/contract/widget'
import { loadError, sessionError, type CoinslotError } from './errors.ts'
import { EVENTS, type SessionDetail } from './events.ts'
import { isFunction } from './from-source.ts'
import type { HostOptions } from './host.ts'
import { limited } from './limited.ts'
import { loadWidget, type LoadedWidget, type LoadOptions } from './load.ts'
import { own } from './own.ts'
import { takeHost } from './prepare.ts'
import { readData, type SessionDataSource } from './session-data.ts'

/** Where the session opens, how, and what it is. */
export interface MountOptions extends LoadOptions, HostOptions {
  /** The whole `data` of the backend's answer, a promise of it, or a function that fetches it. */
  readonly data: SessionDataSource
}

/** How a session ended. */
export interface Outcome extends SessionDetail {
  /** `success` and `kyc-success`: the buyer has paid, or passed; `close`: left otherwise; `destroyed`: by `destroy()` or the signal. */
  readonly status: 'success' | 'close' | 'kyc-success' | 'kyc-failure' | 'destroyed' | 'error'
  /** Why, where the status is `error`. */
  readonly error?: CoinslotError
}

/** A session on the page, from `mountWidget`. */
export interface WidgetSession {
  /** The frame has answered and has the session. Rejects with a {@link CoinslotError}; unheard, that stays silent. */
  readonly ready: Promise<void>
  /** Never rejects. */
  readonly closed: Promise<Outcome>
  /** It stands over the page and can be asked to close: it may stay while its container is taken away. */
  readonly outlives: boolean
  /**
   * Leaves as Close in the widget does: the service is asked, and `closed` tells how it ended. While the buyer is paying it
   * stays; where they have paid, it says so first. Without a session, or with a script that cannot be asked, it ends at once.
   */
  close(): void
  /**
   * Ends at once, without asking, and takes everything away that it put on the page. A payment that is under way goes
   * on, and your webhook alone hears of it. Safe at any time, and twice.
   */
  destroy(): void
}

/** Intents of the sessions that are open; `undefined` for one without, of which there can be one. */
const open = new Set<string | undefined>()

/**
 * Opens the widget in a container, which gets the session's events (see {@link CoinslotEventMap}).
 * @param early the script, where it is there already: the card form need not wait for the data then.
 */
export const mountWidget = (options: MountOptions, early?: Promise<LoadedWidget | void>): WidgetSession => {
  const { container } = options
  // Plain JavaScript may pass null for an option it leaves out.
  const { events, containerId } = options.contract ?? FORTE_CONTRACT
  const life = new AbortController()
  const { signal } = life
  let settle: (outcome: Outcome) => void
  const closed = new Promise<Outcome>((resolve) => (settle = resolve))
  let detail: SessionDetail = {}
  let widget: OpenedWidget | undefined
  let isDialog = false
  let last: 'close' | 'kyc-failure' = 'close'
  const tell = (kind: keyof typeof EVENTS, told: object = detail) =>
    container?.dispatchEvent?.(new EVENTS[kind](`coinslot-${kind}`, told as never))
  const end = (status: Outcome['status'], error?: CoinslotError) => {
    if (signal.aborted) return
    life.abort()
    settle({ status, ...detail, ...(error && { error }) })
    if (error) tell('error', { error })
    else if (status !== 'destroyed') tell(status === 'kyc-failure' ? 'close' : status)
  }
  const leave = () => end(last)
  const close = () => (widget ?? { close: leave }).close()
  const destroy = () => end('destroyed')
  options.signal?.addEventListener('abort', destroy, { signal })
  if (options.signal?.aborted) destroy()

  const start = async (limit: AbortSignal) => {
    const host = takeHost(options, containerId)
    signal.addEventListener('abort', () => host.remove())
    ;({ isDialog } = host)
    let isOpen = false
    const on = (type: string, heard: () => void) =>
      addEventListener(
        type,
        (event) => {
          if (!(event instanceof CustomEvent)) return
          const told = own<WidgetEventDetail>(event.detail)
          if (
            told.containerId
              ? told.containerId === host.node.id
              : isOpen && told.paymentIntentId === detail.paymentIntentId
          )
            heard()
        },
        { signal },
      )
    on(events.success, () => end('success'))
    on(events.closed, leave)
    on(events.kycSuccess, () => (detail.paymentIntentId ? tell : end)('kyc-success'))
    on(events.kycFailure, () => {
      last = 'kyc-failure'
      tell(last)
    })
    host.show(close)
    let first: LoadedWidget | undefined
    void early?.then((loaded) => loaded && !signal.aborted && host.prepare((first = loaded)))

    const [loaded, data] = await Promise.all([loadWidget({ ...options, signal }), readData(options.data, limit)])
    if (signal.aborted) return
    // The manifest may name another script by now: the card form is with the first one, and what is typed into it.
    const { init } = first ?? loaded
    const id = data.payment_intent_id
    if (open.has(id)) throw sessionError('session_conflict', id)
    if (!container.isConnected) throw sessionError('container_missing')
    if (id) detail = { paymentIntentId: id }
    open.add(id)
    signal.addEventListener('abort', () => open.delete(id))
    isOpen = true
    // Takes away what stands in the widget's place, for a script that does not.
    if (!init.prepare) host.node.textContent = ''
    try {
      const opened = init({ containerId: host.node.id, data })
      if (isFunction(opened?.close)) widget = opened as OpenedWidget
    } catch (cause) {
      throw sessionError('init_failed', '', cause)
    }
    await widget?.ready.catch((cause: Error) => {
      throw navigator.onLine ? sessionError('frame_blocked', cause.message, cause) : loadError('offline', '', cause)
    })
    if (!signal.aborted) tell('ready')
  }

  const begin = () => limited({ ...options, signal }, start)
  // Who a page is prerendered for may never come to see it, and until then it loads no frame.
  const { prerendering } = document as { readonly prerendering?: boolean }
  const ready = prerendering
    ? new Promise((resolve) => document.addEventListener('prerenderingchange', resolve)).then(begin)
    : begin()
  ready.catch((error: CoinslotError) => end('error', error))
  return {
    ready,
    closed,
    get outlives() {
      return isDialog && !!widget
    },
    close,
    destroy,
  }
}
