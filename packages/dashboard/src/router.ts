import { DASHBOARD_PATH } from '@coinslot/contract/dashboard'
import { basePath, pageUrl } from './base-path.ts'
import { isAsking } from './ui/confirm-action.ts'
import { confirmLeaving, hasDraft } from './ui/drafts.ts'

/** Where the viewer is: the path below the dashboard's, and the filters. */
export interface Place {
  readonly path: string
  readonly search: URLSearchParams
}

/** Told on `window` whenever the place has changed. */
export const PLACE_CHANGED = 'dashboard-place'

export const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place => {
  const path = pathname.slice(`${basePath()}${DASHBOARD_PATH}`.length).replace(/\/$/, '')
  return { path: path === '' ? '/' : path, search: new URLSearchParams(search) }
}

/** The filters that each page had when it was last shown, by its path. */
const lastFilters = new Map<string, URLSearchParams>()

const noteFilters = (): void => {
  const { path, search } = placeOf(location)
  // Whose rows they are is chosen beside the filters, and may have changed since.
  search.delete('merchant')
  lastFilters.set(path, search)
}

/** The filters that a page was left with, as they are written in its address; empty without any. */
export const filtersLeftAt = (path: string): string => lastFilters.get(path)?.toString() ?? ''

const announce = (): void => {
  noteFilters()
  dispatchEvent(new Event(PLACE_CHANGED))
}

/** Where on a page a link was followed; kept with the page's entry of the history. */
export interface Left {
  readonly scrollY: number
  readonly href: string
}

/** Where this page was left, if the viewer has come back to it by the browser's Back. */
export const leftAt = (): Left | null => history.state

/** Writes filters into the address: an empty value takes one out. */
export const setFilters = (values: Readonly<Record<string, string>>): void => {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  history.replaceState(null, '', url)
  announce()
}

const linkOf = (event: Event): HTMLAnchorElement | undefined =>
  event.composedPath().find((target): target is HTMLAnchorElement => target instanceof HTMLAnchorElement)

const isOurs = ({ origin, pathname }: URL): boolean =>
  origin === location.origin && (pathname === pageUrl('/') || pathname.startsWith(pageUrl('/x').slice(0, -1)))

/** A link of the page stays with the merchant that an operator has chosen; the frame's own say where they lead. */
const keepMerchant = (link: HTMLAnchorElement, { searchParams }: URL): void => {
  const merchant = new URLSearchParams(location.search).get('merchant')
  if (merchant === null || searchParams.has('merchant') || link.closest('main') === null) return
  searchParams.set('merchant', merchant)
}

/** Filters change on the same page, and with them its forms stay. */
const losesDraft = ({ pathname }: URL): boolean => pathname !== location.pathname && hasDraft()

/** The browser's Back and Forward, where it can tell of them beforehand. Who presses Back at the question goes unasked. */
const askBeforeTraversing = (): void => {
  if (!('navigation' in globalThis)) return
  let isSure = false
  navigation.addEventListener('navigate', (event) => {
    const { key, url } = event.destination
    const canAsk = event.navigationType === 'traverse' && event.cancelable && !isSure && !isAsking()
    if (!canAsk || !losesDraft(new URL(url))) return
    event.preventDefault()
    void confirmLeaving()
      .then((isConfirmed) => {
        isSure = isConfirmed
        return isSure ? navigation.traverseTo(key).finished : undefined
      })
      .finally(() => (isSure = false))
  })
}

/** Follows links between pages without loading the document again; everything else is left to the browser. */
export const followLinks = (): void => {
  noteFilters()
  addEventListener('popstate', announce)
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const wantsMore = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (link === undefined || wantsMore || event.defaultPrevented) return
    if (link.target !== '' || link.hasAttribute('download')) return
    const url = new URL(link.href)
    const isWithinPage = url.hash !== ''
    if (!isOurs(url) || isWithinPage) return
    event.preventDefault()
    keepMerchant(link, url)
    const follow = (): void => {
      const left: Left = { scrollY, href: link.href }
      history.replaceState(left, '')
      history.pushState(null, '', url)
      announce()
    }
    if (losesDraft(url)) void confirmLeaving().then((isSure) => isSure && follow())
    else follow()
  })
  askBeforeTraversing()
}
