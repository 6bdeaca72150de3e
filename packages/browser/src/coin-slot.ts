import { ReactiveElement, unsafeCSS, type PropertyDeclarations, type PropertyValues } from '@lit/reactive-element'
import type { CoinslotError } from './errors.ts'
import { fetchSession } from './fetch-session.ts'
import { fromSource, isFunction } from './from-source.ts'
import { inlinedManifest } from './inlined-manifest.ts'
import { preloadWidget, type LoadOptions, type ManifestSource, type WidgetContract } from './load.ts'
import { make } from './make.ts'
import { mountWidget, type WidgetSession } from './mount.ts'
import type { SessionData, SessionDataSource } from './session-data.ts'

/** Each is a CSS custom state: `coin-slot:state(loading)`. */
export type CoinSlotState = 'idle' | 'loading' | 'open' | 'error'

/** What the element says to the buyer. */
export interface CoinSlotMessages {
  readonly loading: string
  readonly error: string
  readonly offline: string
  readonly retry: string
}

const MESSAGES: CoinSlotMessages = {
  loading: 'Loading…',
  error: 'This could not be loaded.',
  offline: 'You are offline.',
  retry: 'Try again',
}

// A constant, in the form that costs the least: the `css` tag of the library is not worth its size for it.
const STYLES =
  ':host{display:block}' +
  ':host([hidden]),[hidden],:host(:state(open):not([mode=modal])) ::slotted(:not(.coinslot-host)){display:none}' +
  '[part=status]{color:var(--coinslot-status-color)}'

const mirrored = { reflect: true }
const property = { attribute: false }

/**
 * Shows a payment or a verification. Its content is what is shown before: a button in it opens the session.
 *
 * @tag coin-slot
 * @slot - What is shown before the session opens. A `button`, or an element with `data-open`, opens it.
 * @csspart status - What the element says: loading, or what went wrong.
 * @csspart retry - The button that tries again.
 * @cssprop --coinslot-status-color - Colour of what the element says.
 * @cssstate idle
 * @cssstate loading
 * @cssstate open
 * @cssstate error
 * @fires {CoinslotReadyEvent} coinslot-ready
 * @fires {CoinslotSuccessEvent} coinslot-success
 * @fires {CoinslotCloseEvent} coinslot-close
 * @fires {CoinslotKycSuccessEvent} coinslot-kyc-success
 * @fires {CoinslotKycFailureEvent} coinslot-kyc-failure
 * @fires {CoinslotErrorEvent} coinslot-error
 */
export class CoinSlot extends ReactiveElement {
  static override properties: PropertyDeclarations = {
    endpoint: mirrored,
    flow: mirrored,
    item: mirrored,
    mode: mirrored,
    label: mirrored,
    preload: mirrored,
    open: { type: Boolean, reflect: true },
    timeoutMs: { type: Number, attribute: 'timeout-ms', reflect: true },
    manifest: {},
    body: property,
    contract: property,
    messages: property,
    // A framework gives a new function with every render; that opens nothing anew.
    data: {
      attribute: false,
      hasChanged: (now, before) => now !== before && !(isFunction(now) && isFunction(before)),
    },
  }

  static override styles = unsafeCSS(STYLES)

  /** Base of the routes of the merchant's handler: `/coinslot`. Gives the manifest, and the data where there is none. */
  declare endpoint: string | undefined
  /** What the endpoint is asked for: `intent` or `kyc`. Default `intent`. */
  declare flow: 'intent' | 'kyc' | undefined
  /** What is bought; the endpoint gets `{item}`. */
  declare item: string | undefined
  /** The body that the endpoint gets instead of `{item}`. */
  declare body: unknown
  declare mode: 'inline' | 'modal' | undefined
  /** Accessible name of the dialog of the modal mode. Default `Payment`. */
  declare label: string | undefined
  /** `none` loads the script with the click only, not before. */
  declare preload: 'auto' | 'none' | undefined
  /** Opens and ends the session. Set with `data`, unless that is a function; unset when the session ends. */
  declare open: boolean
  declare timeoutMs: number | undefined
  /** Default: the one in the page's `script#coinslot-manifest`, else `{endpoint}/manifest`. */
  declare manifest: ManifestSource | undefined
  /** The session: its data, a promise of it, or a function that is called when it opens. */
  declare data: SessionDataSource | undefined
  declare contract: WidgetContract | undefined
  /** What the element says, in the page's language; those left out stay English. */
  declare messages: Partial<CoinSlotMessages> | undefined

  readonly #internals = this.attachInternals()
  #state: CoinSlotState = 'idle'
  #error: CoinslotError | undefined
  #session: WidgetSession | undefined
  /** What the session was opened with, for when the element moves. */
  #kept: SessionData | undefined
  #status!: HTMLElement
  #retry!: HTMLButtonElement

  constructor() {
    super()
    this.open = false
    this.addEventListener('click', ({ target }) => {
      if (!(target instanceof Element) || target === this || target.closest('.coinslot-host')) return
      if (target.closest('button,[data-open]')) this.show()
    })
  }

  get state(): CoinSlotState {
    return this.#state
  }

  /** Why the last attempt failed, in the state `error`. */
  get error(): CoinslotError | undefined {
    return this.#error
  }

  /** Opens the session. */
  show(): void {
    this.open = true
  }

  /** Ends the session and shows again what was shown before. */
  close(): void {
    this.open = false
  }

  /** Tries again after an error. */
  retry(): void {
    this.#end()
    this.requestUpdate()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('online', this.#online)
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('online', this.#online)
    const kept = this.#kept
    this.#end()
    this.#kept = kept
  }

  /** Keeps the session where the element is moved by `moveBefore`. */
  connectedMoveCallback(): void {}

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    this.#status = make('div', { role: 'status', part: 'status' })
    this.#retry = make('button', { part: 'retry', onclick: () => this.retry() })
    root.append(make('slot'), this.#status, this.#retry)
    this.#turn('idle')
    return root
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('data')) return
    this.#end()
    if (this.data && !isFunction(this.data)) this.open = true
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.open) this.#end()
    else if (this.isConnected && this.#state === 'idle') this.#start()
    if (this.preload !== 'none' && (changed.has('endpoint') || changed.has('manifest'))) {
      const options = this.#load()
      if (options) void preloadWidget(options)
    }
  }

  readonly #online = () => {
    if (this.#error?.code === 'offline') this.retry()
  }

  #load(): LoadOptions | undefined {
    const { endpoint, contract, timeoutMs, nonce } = this
    const manifest = this.manifest ?? inlinedManifest() ?? (endpoint && `${endpoint}/manifest`)
    return manifest ? { manifest, contract, timeoutMs, nonce } : undefined
  }

  #start(): void {
    const { endpoint, flow = 'intent', item, body = { item }, data, mode, label } = this
    const load = this.#load()
    const source = data ?? (endpoint && ((signal: AbortSignal) => fetchSession(`${endpoint}/${flow}`, body, signal)))
    if (!load || !source) return
    const given = async (signal: AbortSignal) =>
      (this.#kept ??= await fromSource<SessionData, [AbortSignal]>(source, signal))
    this.#turn('loading')
    const session = mountWidget({ ...load, container: this, data: given, mode, label })
    this.#session = session
    session.ready.then(
      () => this.#session === session && this.#turn('open'),
      () => {},
    )
    void session.closed.then(({ error }) => {
      if (this.#session !== session) return
      this.#end()
      if (error) this.#turn('error', error)
      else this.open = false
    })
  }

  #end(): void {
    const session = this.#session
    this.#session = this.#kept = undefined
    session?.destroy()
    this.#turn('idle')
  }

  #turn(state: CoinSlotState, error?: CoinslotError): void {
    const { states } = this.#internals
    const messages = { ...MESSAGES, ...this.messages }
    states.delete(this.#state)
    states.add(state)
    this.#state = state
    this.#error = error
    this.#internals.ariaBusy = `${state === 'loading'}`
    this.#status.textContent =
      state === 'loading' ? messages.loading : error ? messages[error.code === 'offline' ? 'offline' : 'error'] : ''
    this.#retry.textContent = messages.retry
    this.#retry.hidden = !error
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'coin-slot': CoinSlot
  }
}
