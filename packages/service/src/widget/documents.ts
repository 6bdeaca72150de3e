import { BRANDS_META, CHECKOUT_ASSETS, MERCHANT_META, type MerchantProfile } from '@coinslot/contract/checkout'
import { preferredLanguage, spokenLanguage } from '../http/buyer-language.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { pathPrefixOf } from '../http/path-prefix.ts'
import type { Config } from '../platform/config.ts'
import type { WidgetBundle } from './bundle.ts'
import type { WidgetDeps } from './deps.ts'
import { UNLOADED_WORDS } from './unloaded-words.ts'

/** A page for a browser: its HTML and the headers that confine it. */
export interface CheckoutDocument {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

const NOBODY = ["'none'"] as const
const SANDBOX_ANCESTORS = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*'] as const

const DENIED_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
] as const

/** Nothing from elsewhere, nothing inline, no eval; `lit-html` is the template engine's own Trusted Types policy. */
const contentPolicy = (ancestors: readonly string[], challengeOrigins: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `frame-src ${["'self'", ...challengeOrigins].join(' ')}`,
    `form-action ${["'self'", ...challengeOrigins].join(' ')}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')

const originOf = (text: string): string | null => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null
}

/**
 * Whose pages may frame a client's checkout: never those of the service's own origin, which reach into the frame; where a
 * client has no origins, only this machine's, in sandbox mode.
 */
export const frameAncestors = (
  origins: readonly string[],
  { mode, baseUrl }: Pick<Config, 'mode' | 'baseUrl'>,
): readonly string[] => {
  const registered = origins.map(originOf).filter((origin) => origin !== null)
  if (registered.length === 0) return mode === 'sandbox' ? SANDBOX_ANCESTORS : NOBODY
  const others = registered.filter((origin) => origin !== originOf(baseUrl))
  return others.length > 0 ? others : NOBODY
}

/** Addresses of the service's own, from the root of its origin. */
const rooted = (profile: MerchantProfile, root: string): MerchantProfile =>
  profile.logo === null ? profile : { ...profile, logo: root + profile.logo }

/** Writes into the document who charges. */
const withMerchant = (html: string, merchant: MerchantProfile | null): string => {
  if (merchant === null) return html
  const named = html.replace('<title>Checkout</title>', () => `<title>Checkout · ${escapeHtml(merchant.name)}</title>`)
  const meta = `<meta name="${MERCHANT_META}" content="`
  return named.replace(`${meta}"`, () => `${meta}${escapeHtml(JSON.stringify(merchant))}"`)
}

/** Writes into the document which cards are taken. */
const withBrands = (html: string, brands: readonly string[]): string => {
  const meta = `<meta name="${BRANDS_META}" content="`
  return html.replace(`${meta}"`, () => `${meta}${escapeHtml(brands.join(','))}"`)
}

/** Puts into the buyer's language what stands there while no script runs. */
const withLanguage = (html: string, acceptLanguage: string | undefined): string => {
  const { language, direction } = spokenLanguage(preferredLanguage(acceptLanguage))
  if (language === 'en') return html
  const words = UNLOADED_WORDS[language]
  return html.replaceAll(
    /<p class="(late|noscript)"([^>]*)>[^<]*</g,
    (_found, name: keyof typeof words, rest: string) =>
      `<p class="${name}"${rest} lang="${language}" dir="${direction}">${words[name]}<`,
  )
}

/** Lays out a page that stands alone as it will stand, before its script says so. */
const standingAlone = (html: string): string => html.replace('<html ', '<html data-mode="hosted" ')

/** What the acquirer says of itself. */
type Acquirer = Pick<WidgetDeps, 'challengeOrigins' | 'brands'>

const NO_ACQUIRER: Acquirer = { challengeOrigins: [], brands: [] }

/** Lets the document into a page that is isolated from other origins, and binds all that the document frames. */
const ISOLATION = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
} as const

/** A browser that keeps a page as it was left, for the way back to it, keeps the card in it for whoever comes there next. */
const NEVER_KEPT = { 'cache-control': 'no-store' } as const

const documentHeaders = (ancestors: readonly string[], challengeOrigins: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentPolicy(ancestors, challengeOrigins),
  'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  // The bank's document, of this origin in the sandbox, may know where it stands; nobody else learns of the page.
  'referrer-policy': 'same-origin',
  'cache-control': 'private, no-cache',
  vary: 'accept-language',
})

interface DocumentOptions {
  /** Who charges; null where there is no client to tell it from. */
  readonly merchant: MerchantProfile | null
  /** The header of the request. */
  readonly acceptLanguage: string | undefined
  /** Sources of `frame-ancestors`. Default `'none'`, for a page that stands alone, which is never framed. */
  readonly ancestors?: readonly string[]
  /** Where banks may be asked, beside the service itself, and which cards are taken. Default: nowhere, and none. */
  readonly acquirer?: Acquirer
  /** The page that frames it is isolated from other origins. Documents of banks, which are not, keep ours from being so. */
  readonly isIsolated?: boolean
}

/** The checkout page. */
export const checkoutDocument = (
  { html }: WidgetBundle,
  baseUrl: string,
  { merchant, acceptLanguage, ancestors, acquirer = NO_ACQUIRER, isIsolated = false }: DocumentOptions,
): CheckoutDocument => {
  const root = pathPrefixOf(baseUrl)
  const found = html.replaceAll(`"${CHECKOUT_ASSETS}/`, `"${root}${CHECKOUT_ASSETS}/`)
  const spoken = withLanguage(found, acceptLanguage)
  const laidOut = ancestors === undefined ? standingAlone(spoken) : spoken
  return {
    html: withBrands(withMerchant(laidOut, merchant && rooted(merchant, root)), acquirer.brands),
    headers: {
      ...documentHeaders(ancestors ?? NOBODY, acquirer.challengeOrigins),
      ...(ancestors === undefined && NEVER_KEPT),
      ...(isIsolated && acquirer.challengeOrigins.length === 0 && ISOLATION),
    },
  }
}
