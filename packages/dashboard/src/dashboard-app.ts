import type { DashboardSession } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit'
import { ask, useToken } from './api/api.ts'
import { DashboardError } from './api/dashboard-error.ts'
import { againLater } from './api/tried-again.ts'
import { onArrival, tellArrival } from './api/windows.ts'
import { pageUrl } from './base-path.ts'
import { type Page, pageOf, SECTIONS } from './pages.ts'
import { zoneText } from './format/time.ts'
import { returnTo } from './return-to.ts'
import { followLinks, leftAt, PLACE_CHANGED, type Place, placeOf } from './router.ts'
import { isOfSameViewer, session, SESSION_ENDED, SESSION_RENEWED, SESSION_REPLACED, setSession } from './session.ts'
import { guardDrafts, hasDraft } from './ui/drafts.ts'
import { emptyState, loading, unread } from './ui/empty-state.ts'
import { icon } from './ui/icons.ts'
import { focusPlace, keepFocus } from './ui/keep-focus.ts'
import { LightElement } from './ui/light-element.ts'
import './ui/heard.ts'
import { orTell } from './ui/notices.ts'
import { onPress, takeHeldEnterAsOne } from './ui/one-press.ts'
import './ui/merchant-choice.ts'

const ENDED = 'Your session has ended'

type State = 'starting' | 'ready' | 'ended' | 'replaced' | 'left' | DashboardError

/** The frame around every page: navigation, whose session it is, and the page itself. */
export class DashboardApp extends LightElement {
  static override properties = {
    state: { state: true },
    place: { state: true },
    loaded: { state: true },
    missing: { state: true },
  }
  declare state: State
  declare place: Place
  /** The page whose code is there. */
  declare loaded: Page | undefined
  /** The page whose code did not come. */
  declare missing: Page | undefined
  /** Tells the session that this page shows from another. */
  #token = ''

  constructor() {
    super()
    this.state = 'starting'
    this.place = placeOf(location)
    this.loaded = undefined
    this.missing = undefined
  }

  override connectedCallback(): void {
    super.connectedCallback()
    followLinks()
    guardDrafts()
    keepFocus()
    takeHeldEnterAsOne()
    addEventListener(PLACE_CHANGED, () => this.#arrive())
    addEventListener(SESSION_ENDED, () => this.#end())
    addEventListener(SESSION_REPLACED, () => this.#giveWay())
    const follow = () => !document.hidden && void this.#followSession()
    document.addEventListener('visibilitychange', follow)
    addEventListener('focus', () => this.#hasEnded && follow())
    onArrival(() => this.#followSession())
    void this.#start()
    void this.#loadPage()
  }

  async #start(): Promise<void> {
    try {
      this.#take(await ask('readSession'))
      tellArrival()
    } catch (error) {
      if (!(error instanceof DashboardError)) throw error
      this.state = error.code === 'session_ended' ? 'ended' : error
      againLater(error, () => this.#start())
    }
  }

  #take(given: DashboardSession): void {
    setSession(given)
    useToken(given.token)
    this.#token = given.token
    this.state = 'ready'
  }

  /** Another window may have signed in: as the same viewer, or as somebody else, whose rows would be shown under this name. */
  async #followSession(): Promise<void> {
    if (this.state === 'starting') return
    const given = await ask('readSession').catch(() => undefined)
    if (given === undefined) return
    // What was taken for the end of a session may have been the answer of a proxy.
    if (given.token === this.#token && !this.#hasEnded) return
    if (this.state === 'left' || !isOfSameViewer(given)) return this.#giveWay()
    this.#take(given)
    dispatchEvent(new Event(SESSION_RENEWED))
  }

  #arrive(): void {
    const before = this.place.path
    this.place = placeOf(location)
    const isLoaded = this.#loadPage()
    if (before === this.place.path) return
    void this.#followSession()
    scrollTo(0, 0)
    void isLoaded.then(() => this.#step())
  }

  /** To the beginning of a page that is new, and to where it was left in one that the viewer comes back to. */
  async #step(): Promise<void> {
    await this.updateComplete
    const main = this.querySelector('main')
    const page = main?.firstElementChild
    if (page instanceof LightElement) await page.updateComplete
    const left = leftAt()
    main?.focus()
    if (main && left !== null) returnTo(main, left)
  }

  async #loadPage(): Promise<void> {
    const page = pageOf(this.place.path)?.page
    const hasCome = await page?.load().then(
      () => true,
      () => false,
    )
    if (page !== pageOf(this.place.path)?.page) return
    if (hasCome) this.loaded = page
    else this.missing = page
  }

  get #hasEnded(): boolean {
    return this.state === 'ended' || this.state === 'replaced' || this.state === 'left'
  }

  #end(): void {
    if (!this.#hasEnded) this.state = 'ended'
  }

  /** To whom this browser has signed in as. What was typed waits unseen for its own viewer. */
  #giveWay(): void {
    if (!hasDraft()) return location.reload()
    this.state = 'replaced'
    dispatchEvent(new Event(SESSION_ENDED))
  }

  /** Keeps nothing of what was shown, also where the session had ended before. */
  async #signOut(): Promise<void> {
    const isDone = (await orTell(ask('signOut'))) !== undefined
    if (isDone || this.#hasEnded) this.state = 'left'
  }

  protected override updated(changed: PropertyValues<this>): void {
    document.title = `${this.#hasEnded ? ENDED : this.#title} · Coinslot`
    const main = this.querySelector('main')
    if (changed.has('state') && this.#hasEnded && main) focusPlace(main)
  }

  get #title(): string {
    return pageOf(this.place.path)?.page.title ?? 'Nothing here'
  }

  protected override render(): TemplateResult {
    if (this.state === 'left') return this.#ended()
    if (this.state instanceof DashboardError) return html`<main class="alone">${unread(this.state)}</main>`
    // What was typed is kept for a viewer who signs in anew.
    return html`${this.#hasEnded ? this.#ended() : nothing}
      <div ?hidden=${this.#hasEnded}>${this.#frame()}</div>`
  }

  #frame(): TemplateResult {
    const isKnown = this.#token !== ''
    return html`
      <a class="skip" href="#main">Skip to the content</a>
      <div class="shell">
        <header class="side">
          <a class="brand" href=${pageUrl('/')} aria-label="Coinslot, to the overview"
            >${icon('coin')}<span>Coinslot</span></a
          >
          ${this.#navigation()} ${isKnown ? this.#who() : nothing}
        </header>
        <main id="main" tabindex="-1" aria-label=${this.#title}>
          ${
            isKnown
              ? html`${this.#page()}
                  <p class="hint">Times are in ${zoneText(new Date())}</p>`
              : loading()
          }
        </main>
      </div>
      <dashboard-notices></dashboard-notices>
      <dashboard-heard></dashboard-heard>
    `
  }

  #navigation(): TemplateResult {
    const section = pageOf(this.place.path)?.page.section
    const merchant = this.place.search.get('merchant')
    const kept = merchant === null ? '' : `?merchant=${merchant}`
    return html`<nav aria-label="Dashboard">
      ${SECTIONS.map(
        ({ title, path, icon: name }) =>
          html`<a href=${pageUrl(path) + kept} aria-current=${section === path ? 'page' : nothing}
            >${icon(name)}<span>${title}</span></a
          >`,
      )}
    </nav>`
  }

  #who(): TemplateResult {
    const { merchant, mode } = session()
    return html`<div class="who">
      ${
        merchant === null
          ? html`<merchant-choice .place=${this.place}></merchant-choice>`
          : html`<strong class="who-name">${merchant.name}</strong>`
      }
      <span class="mode" data-mode=${mode}>${mode}</span>
      <button type="button" class="wa-plain wa-neutral wa-size-s sign-out" @click=${onPress(() => this.#signOut())}>
        ${icon('sign-out')}<span>Sign out</span>
      </button>
    </div>`
  }

  #page(): TemplateResult {
    const found = pageOf(this.place.path)
    if (found === undefined) {
      const home = html`<a href=${pageUrl('/')}>Go to the overview</a>`
      return html`<h1>Nothing here</h1>
        ${emptyState('There is no such page', home)}`
    }
    if (this.loaded === found.page) return found.page.draw(this.place, found.id)
    return this.missing === found.page ? this.#missing(found.page) : loading()
  }

  /** A browser keeps that the code did not come; a new document asks for it again, and for that of the version it is of. */
  #missing({ title }: Page): TemplateResult {
    const again = html`<button type="button" class="wa-outlined wa-neutral" @click=${() => location.reload()}>
      Load it again
    </button>`
    return html`<h1>${title}</h1>
      ${emptyState('This page did not come', again)}`
  }

  #ended(): TemplateResult {
    const isKept = this.state !== 'left' && this.#token !== ''
    const merchant = isKept ? session().merchant : null
    const whose = merchant === null ? '' : ` --merchant ${merchant.id}`
    return html`<main class="alone" aria-label=${ENDED}>
      <h1>${ENDED}</h1>
      <p>Get a new link on the machine that runs the service; it works once, for five minutes:</p>
      <pre><code>coinslot-service dashboard${whose}</code></pre>
      ${isKept ? html`<p>Open it in another tab, and come back: what was typed here is kept.</p>` : nothing}
      ${
        this.state === 'replaced'
          ? html`<p>
              This browser has signed in as somebody else meanwhile. To go on as them, reload this page: what was typed
              here is lost then.
            </p>`
          : nothing
      }
    </main>`
  }
}
customElements.define('dashboard-app', DashboardApp)
