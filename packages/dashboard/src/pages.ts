import { html, type TemplateResult } from 'lit'
import type { Place } from './router.ts'
import type { IconName } from './ui/icon-names.ts'

export interface Page {
  readonly title: string
  /** Which link of the navigation it belongs to. */
  readonly section: string
  readonly pattern: RegExp
  readonly load: () => Promise<unknown>
  /** @param id what the pattern has found in the path */
  readonly draw: (place: Place, id: string) => TemplateResult
}

/** The links of the navigation, in their order. */
export const SECTIONS: readonly { readonly title: string; readonly path: string; readonly icon: IconName }[] = [
  { title: 'Overview', path: '/', icon: 'overview' },
  { title: 'Payments', path: '/payments', icon: 'payments' },
  { title: 'Webhooks', path: '/webhooks', icon: 'webhooks' },
  { title: 'Requests', path: '/requests', icon: 'requests' },
  { title: 'Identity', path: '/identity', icon: 'identity' },
  { title: 'Settings', path: '/settings', icon: 'settings' },
]

const PAGES: readonly Page[] = [
  {
    title: 'Overview',
    section: '/',
    pattern: /^\/$/,
    load: () => import('./pages/overview-page.ts'),
    draw: (place) => html`<overview-page .place=${place}></overview-page>`,
  },
  {
    title: 'Payments',
    section: '/payments',
    pattern: /^\/payments$/,
    load: () => import('./pages/payments-page.ts'),
    draw: (place) => html`<payments-page .place=${place}></payments-page>`,
  },
  {
    title: 'Payment',
    section: '/payments',
    pattern: /^\/payments\/([^/]+)$/,
    load: () => import('./pages/payment-page.ts'),
    draw: (place, id) => html`<payment-page .place=${place} .paymentId=${id}></payment-page>`,
  },
  {
    title: 'Webhooks',
    section: '/webhooks',
    pattern: /^\/webhooks$/,
    load: () => import('./pages/webhooks-page.ts'),
    draw: (place) => html`<webhooks-page .place=${place}></webhooks-page>`,
  },
  {
    title: 'Delivery',
    section: '/webhooks',
    pattern: /^\/webhooks\/deliveries\/([^/]+)$/,
    load: () => import('./pages/delivery-page.ts'),
    draw: (place, id) => html`<delivery-page .place=${place} .deliveryId=${id}></delivery-page>`,
  },
  {
    title: 'Requests',
    section: '/requests',
    pattern: /^\/requests$/,
    load: () => import('./pages/requests-page.ts'),
    draw: (place) => html`<requests-page .place=${place}></requests-page>`,
  },
  {
    title: 'Console',
    section: '/requests',
    pattern: /^\/requests\/console$/,
    load: () => import('./pages/console-page.ts'),
    draw: (place) => html`<console-page .place=${place}></console-page>`,
  },
  {
    title: 'Identity',
    section: '/identity',
    pattern: /^\/identity$/,
    load: () => import('./pages/identity-page.ts'),
    draw: (place) => html`<identity-page .place=${place}></identity-page>`,
  },
  {
    title: 'Settings',
    section: '/settings',
    pattern: /^\/settings$/,
    load: () => import('./pages/settings-page.ts'),
    draw: (place) => html`<settings-page .place=${place}></settings-page>`,
  },
]

/** Undefined for a path of no page, one whose id is not written as an address is among them. */
export const pageOf = (path: string): { page: Page; id: string } | undefined => {
  for (const page of PAGES) {
    const found = page.pattern.exec(path)
    if (found !== null) return withId(page, found[1] ?? '')
  }
  return undefined
}

const withId = (page: Page, written: string): { page: Page; id: string } | undefined => {
  try {
    return { page, id: decodeURIComponent(written) }
  } catch {
    return undefined
  }
}
