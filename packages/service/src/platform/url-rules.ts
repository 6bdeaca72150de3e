/** A text as a URL; null where it is none. As `URL.parse`, which Node 20 has not. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
