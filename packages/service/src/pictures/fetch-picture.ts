import type { LookupFunction } from 'node:net'
import { fetchBounded } from '../outbound/fetch-bounded.ts'
import { systemLookup } from '../outbound/guarded-lookup.ts'
import type { Config } from '../platform/config.ts'
import type { Picture } from './picture-store.ts'

const MAX_BYTES = 1_048_576
export const FETCH_TIMEOUT_MS = 5_000

/**
 * The picture at an address: at most 1 MB, JPEG, PNG, WebP or AVIF by content, 2,048 pixels a side, from public addresses,
 * without redirects, within 5 seconds; null where there is no such picture.
 */
export const fetchPicture = async (
  { mode, allowPrivateWebhooks }: Pick<Config, 'mode' | 'allowPrivateWebhooks'>,
  address: string,
  signal: AbortSignal,
  resolve: LookupFunction = systemLookup,
): Promise<Picture | null> => {
  try {
    const content = await fetchBounded(address, {
      maxBytes: MAX_BYTES,
      accept: 'image/avif,image/webp,image/png,image/jpeg',
      signal: AbortSignal.any([AbortSignal.timeout(FETCH_TIMEOUT_MS), signal]),
      allowPrivate: mode === 'sandbox' && allowPrivateWebhooks,
      resolve,
    })
    // Most services never see a picture: what reads them is loaded with the first.
    const { pictureType } = await import('./read-picture.ts')
    const contentType = pictureType(content)
    return contentType === null ? null : { contentType, content }
  } catch {
    return null
  }
}
