import { ISOLATED_QUERY } from '@coinslot/contract/checkout'

/**
 * A frame at the address. A page that is isolated from other origins shows theirs only so: in Chromium without credentials,
 * for which the document has no use, elsewhere where the document itself says so.
 */
export const frameAt = (address: string): HTMLIFrameElement =>
  Object.assign(document.createElement('iframe'), {
    credentialless: crossOriginIsolated,
    src: address + (crossOriginIsolated ? `?${ISOLATED_QUERY}` : ''),
  })
