// Free of zod: the checkout page imports this file through checkout.ts.

/** File types a buyer may upload. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const

/** Bytes of one uploaded file, at most. */
export const UPLOAD_MAX_BYTES = 8_388_608
