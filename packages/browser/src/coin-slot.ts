import { ReactiveElement, unsafeCSS, type PropertyDeclarations, type PropertyValues } from '@lit/reactive-element'
import type { CoinslotError } from './errors.ts'
import { fetchSession } from './fetch-session.ts'
import { fromSource, isFunction } from './from-source.ts'
import type { HostOptions } from './host.ts'
import { inlinedManifest } from './inlined-manifest.ts'
import { loadWidget, type LoadedWidget, type LoadOptions, type ManifestSource, type WidgetContract } from './load.ts'
import { make } from './make.ts'
import { mountWidget, type WidgetSession } from './mount.ts'
import { discardPrepared, prepareHost } from './prepare.ts'
import type { SessionData, SessionDataSource } from './session-data.ts'

/** Each is a CSS custom state: `coin-slot:state(loading)`. */
export type CoinSlotState = 'idle' | 'loading' | 'open' | 'error'

/** What the element says to the buyer. */
export interface CoinSlotMessages {
  readonly loading: string
  /** Accessible name of the button that leaves while the widget is loading. */
  readonly close: string
  readonly error: string
  readonly offline: string
  readonly retry: string
}

const MESSAGES: Omit<CoinSlotMessages, 'close'> = {
  loading: 'Loading…',
  error: 'This could not be loaded.',
  offline: 'You are offline.',
  retry: 'Try again',
}

// A constant, in the form that costs the least: the `css` tag of the library is not worth its size for it.
const STYLES =
  ':host{display:block}' +
  // What is said while it is loading stands in the widget's place.
  ':host([hidden]),[hidden],:host(:state(loading)) [part=status],:host(:is(:state(loading),:state(open)):not([mode=modal])) ::slotted(:not(.coinslot-host)){display:none}' +
  '[part=status]{color:var(--coinslot-status-color)}'

// The library gives null for an attribute that was taken away.
const mirrored = { reflect: true, converter: (value: string | null) => value ?? undefined }
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
    timeoutMs: {
      reflect: true,
      attribute: 'timeout-ms',
      converter: (text: string | null) => (text ? +text : undefined),
    },
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
  /** In the element, the default, or in a dialog over the page; in a shadow root always `modal`. */
  declare mode: 'inline' | 'modal' | undefined
  /** Accessible name of the dialog of the modal mode. Default `Payment`. */
  declare label: string | undefined
  /**
   * `auto`, the default, loads the script early and the card form on the first sign of intent; `frame` both as soon as the
   * page is idle, or a second later; `none` nothing before the click.
   */
  declare preload: 'auto' | 'frame' | 'none' | undefined
  /** Opens the session, or asks to leave it. Set with `data`, unless that is a function; unset when the session ends. */
  declare open: boolean
  /** Milliseconds until the session must be there, else it ends with the error `timeout`. Default 30,000. */
  declare timeoutMs: number | undefined
  /** Default: the one in the page's `script#coinslot-manifest`, else `{endpoint}/manifest`. */
  declare manifest: ManifestSource | undefined
  /** The session: its data, a promise of it, or a function that is called when it opens. */
  declare data: SessionDataSource | undefined
  /** The names of another vendor's script. */
  declare contract: WidgetContract | undefined
  /** What the element says, in the page's language; those left out stay English. */
  declare messages: Partial<CoinSlotMessages> | undefined

  /** The documents of component tests have none of it (happy-dom), no states, or an `ariaBusy` that throws (jsdom). */
  readonly #internals = this.attachInternals?.()
  #state: CoinSlotState = 'idle'
  #error: CoinslotError | undefined
  #session: WidgetSession | undefined
  #loading: Promise<LoadedWidget | void> | undefined
  /** What the session was opened with, for when the element moves. */
  #kept: SessionData | undefined
  #status!: HTMLElement
  #retry!: HTMLButtonElement

  constructor() {
    super()
    this.open = false
    this.addEventListener('click', (event) => {
      if (this.#opens(event)) this.show()
    })
    // A touch is over the button before it presses it.
    for (const sign of ['pointerover', 'focusin'])
      this.addEventListener(sign, (event) => this.#opens(event) && this.#prepare())
  }

  #opens(event: Event): unknown {
    const target = event.target as Element
    return (
      this !== target &&
      // By its path: the widget's Close has been taken away by the time that its click arrives.
      !event.composedPath().some((node) => (node as Element).className === 'coinslot-host') &&
      target.closest('button,[data-open]')
    )
  }

  /** What the element shows now. */
  get state(): CoinSlotState {
    return this.#state
  }

  /** Why the last attempt failed, in the state `error`. */
  get error(): CoinslotError | undefined {
    return this.#error
  }

  /** Opens the session, again after an error. */
  show(): void {
    this.retry()
    this.open = true
  }

  /** Leaves as Close in the widget does: the service is asked, and an event tells how it ended. */
  close(): void {
    this.open = false
  }

  /** Tries again after an error. */
  retry(): void {
    if (!this.#error) return
    this.#end()
    this.requestUpdate()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener('online', this.#online)
    if (this.getRootNode() !== document) this.mode = 'modal'
    this.requestUpdate()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('online', this.#online)
    discardPrepared(this)
    const session = this.#session
    const kept = this.#kept
    // The element may only be on its way to another place.
    if (session?.outlives) setTimeout(() => this.isConnected || session.close())
    else {
      this.#end()
      this.#kept = kept
    }
  }

  /** Keeps the session where the element is moved by `moveBefore`. */
  connectedMoveCallback(): void {}

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot()
    this.#status = make('div', { role: 'status', part: 'status' })
    this.#retry = make('button', { part: 'retry', onclick: () => this.retry() })
    root.append(make('slot'), this.#status, this.#retry)
    this.#turn('idle')
    // Of the element that this one was cloned from, as routers keep copies of a page: its frame answers nobody here.
    this.querySelector('.coinslot-host')?.remove()
    return root
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Moved, it opens the same session; not where it comes back for something else.
    if (changed.has('item')) this.#kept = undefined
    if (!changed.has('data')) return
    this.#end()
    if (this.data && !isFunction(this.data)) this.open = true
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.open) {
      if (this.isConnected && this.#state === 'idle') this.#start()
    } else if (!this.#session) this.#end()
    else if (changed.has('open')) this.#session.close()
    if (this.preload !== 'none' && (changed.has('manifest') || changed.has('endpoint'))) {
      const options = this.#options()
      this.#loading = options && loadWidget(options).catch(() => {})
      if (this.preload === 'frame')
        void this.#loading?.then(() =>
          (window.requestIdleCallback ?? setTimeout)(() => this.#prepare(true), { timeout: 1000 } as never),
        )
    }
  }

  async #prepare(isInGoodTime?: true): Promise<void> {
    const widget = await this.#loading
    const options = this.#options()
    if (widget && options && this.#state === 'idle' && this.flow !== 'kyc') prepareHost(widget, options, isInGoodTime)
  }

  readonly #online = () => {
    if (this.#error?.code === 'offline') this.retry()
  }

  #options(): (LoadOptions & HostOptions) | undefined {
    const { endpoint, contract, timeoutMs, nonce, mode, label, messages } = this
    const manifest = this.manifest ?? inlinedManifest(nonce) ?? (endpoint && `${endpoint}/manifest`)
    return manifest ? { manifest, contract, timeoutMs, nonce, container: this, mode, label, messages } : undefined
  }

  #start(): void {
    const { endpoint, flow, item, body, data } = this
    const options = this.#options()
    const ask = (signal: AbortSignal) => fetchSession(`${endpoint}/${flow || 'intent'}`, body ?? { item }, signal)
    const source = data ?? (endpoint && ask)
    if (!options || !source) return
    const given = async (signal: AbortSignal) => {
      const kept = this.#kept ?? (await fromSource<SessionData, [AbortSignal]>(source, signal))
      // What comes after the session has ended is not the next one's.
      if (!signal.aborted) this.#kept = kept
      return kept
    }
    const opener = document.activeElement as HTMLElement
    const session = mountWidget({ ...options, data: given }, flow === 'kyc' ? undefined : this.#loading)
    this.#session = session
    this.#turn('loading')
    session.ready.then(
      () => this.#session === session && this.#turn('open'),
      () => {},
    )
    void session.closed.then(({ error }) => {
      if (this.#session !== session) return
      this.#end()
      if (error) this.#turn('error', error)
      else this.open = false
      // Inline, what opened the session was hidden by it, and so lost the focus.
      if (this.contains(opener)) opener.focus()
    })
  }

  #end(): void {
    this.#session?.destroy()
    this.#session = this.#kept = undefined
    this.#turn('idle')
  }

  #turn(state: CoinSlotState, error?: CoinslotError): void {
    const messages: typeof MESSAGES & Partial<Record<CoinSlotState, string>> = { ...MESSAGES, ...this.messages }
    try {
      this.#internals.ariaBusy = `${state === 'loading'}`
      this.#internals.states.delete(this.#state)
      this.#internals.states.add(state)
    } catch {}
    this.#error = error
    this.#state = state
    this.#status.textContent = messages[error?.code === 'offline' ? 'offline' : state] ?? ''
    this.#retry.textContent = messages.retry
    this.#retry.hidden = !error
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'coin-slot': CoinSlot
  }
}
