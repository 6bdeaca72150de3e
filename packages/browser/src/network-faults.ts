import type { CoinslotError, CoinslotErrorCode, RefusedAnswer } from './errors.ts'

/** What a fault of the network looks like, with the directive of a page's policy that looks the same from a script. */
const DIRECTIVES: { readonly [code in CoinslotErrorCode]?: string } = {
  manifest_unreachable: 'connect-src',
  script_unreachable: 'script-src',
}

/** Whether the page's policy has stopped what the error is about. Engines name `script-src` or `script-src-elem`. */
export const isBlocked = (
  { code, message }: CoinslotError,
  { disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent,
): boolean =>
  disposition === 'enforce' &&
  effectiveDirective.replace('-elem', '') === DIRECTIVES[code] &&
  message.includes(blockedURI)

/** Answers of 4xx are the same when asked again, but for 408, 425 and 429, which ask for patience. */
const isPermanent = (cause: unknown): boolean =>
  /^4(?!08|25|29)/.test(`${(cause as RefusedAnswer | undefined)?.status}`)

/** How often it is worth another attempt; without a network as often as it takes. */
export const furtherAttempts = ({ code, cause }: CoinslotError, retries: number): number => {
  // An answer that is none of the service's may be of a cache, which a further attempt goes past.
  if (/integrity|_invalid/.test(code)) return 1
  if (!DIRECTIVES[code] || isPermanent(cause)) return 0
  return navigator.onLine ? retries : Infinity
}
