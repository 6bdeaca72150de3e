import { MERCHANT_META, type MerchantProfile } from '@coinslot/contract/checkout'

/** Who charges, as the service wrote it into the document; null where it could not tell. */
export const readMerchant = (root: Document): MerchantProfile | null => {
  const written = root.querySelector<HTMLMetaElement>(`meta[name=${MERCHANT_META}]`)?.content ?? ''
  return written === '' ? null : (JSON.parse(written) as MerchantProfile)
}
