/**
 * Why the pages of these origins may not show a client's checkout; null where they may. What shares the service's own
 * origin, as the rest of a host does whose path prefix the service has, reaches into the frame.
 */
export const originsRefusal = (baseUrl: string, origins: readonly string[]): string | null => {
  const { origin } = new URL(baseUrl)
  if (!origins.includes(origin)) return null
  return `must not name ${origin}, the service's own: a page there could read the cards that buyers type`
}
