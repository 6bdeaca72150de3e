/** When what is remembered of the database is read anew, while requests go on with it. */
export const REFRESH_AFTER_MS = 1_500
/** When no request goes on with it any more. */
export const STALE_AFTER_MS = 4_000
