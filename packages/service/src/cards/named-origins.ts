/** Whether a source of the checkout's policy lets the page of an address load, whatever its port. @see CSP 3 §6.7.2.8 */
const lets = (source: string, { protocol, hostname }: URL): boolean => {
  if (source === '*' || source === protocol) return true
  const host = source
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[:/].*$/, '')
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** Whether the page that a bank asks on may be shown within the checkout, whose own origin needs no naming. */
export const isNamed = (url: string, challengeOrigins: readonly string[], baseUrl: string): boolean => {
  const asked = new URL(url)
  return asked.origin === new URL(baseUrl).origin || challengeOrigins.some((source) => lets(source, asked))
}
