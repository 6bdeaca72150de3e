import { BRANDS_META, MERCHANT_META, type MerchantProfile } from '@coinslot/contract/checkout'

const metaOf = (root: Document, name: string): string =>
  root.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content ?? ''

/** Who charges, as the service wrote it into the document; null where it could not tell. */
export const readMerchant = (root: Document): MerchantProfile | null => {
  const written = metaOf(root, MERCHANT_META)
  return written === '' ? null : (JSON.parse(written) as MerchantProfile)
}

/** Of acquirers that do not say. */
const COMMON_BRANDS = ['visa', 'mastercard', 'american-express', 'discover'] as const

/** Types of the brands that are taken, as the service wrote them into the document. */
export const readBrands = (root: Document): readonly string[] => {
  const written = metaOf(root, BRANDS_META)
  return written === '' ? COMMON_BRANDS : written.split(',')
}
