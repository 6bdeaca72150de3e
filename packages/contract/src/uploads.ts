// Free of zod: the checkout page imports this file through checkout.ts.

/** File types a buyer may upload. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

/** File types by what the file shows: a selfie is a picture. */
export const UPLOAD_TYPES_OF: Readonly<Record<'government_id' | 'government_id_back' | 'selfie', readonly string[]>> = {
  government_id: UPLOAD_TYPES,
  government_id_back: UPLOAD_TYPES,
  selfie: UPLOAD_TYPES.filter((type) => type !== 'application/pdf'),
}

/** Bytes of one uploaded file, at most. */
export const UPLOAD_MAX_BYTES = 8_388_608
