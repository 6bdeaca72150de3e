// Free of zod: the checkout page imports this file through checkout.ts.

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

/** File types a buyer may upload. */
export const UPLOAD_TYPES = [...PICTURE_TYPES, 'application/pdf'] as const

/** File types by what the file shows: a selfie is a picture. */
export const UPLOAD_TYPES_OF: Readonly<Record<'government_id' | 'government_id_back' | 'selfie', readonly string[]>> = {
  government_id: UPLOAD_TYPES,
  government_id_back: UPLOAD_TYPES,
  selfie: PICTURE_TYPES,
}

/** Bytes of one uploaded file, at most. */
export const UPLOAD_MAX_BYTES = 8_388_608
