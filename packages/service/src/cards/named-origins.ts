/** Whether a source of the checkout's policy lets the page of an address load, whatever its port. @see CSP 3 §6.7.2.8 */
const lets = (given: string, { protocol, hostname }: URL): boolean => {
  const source = given.toLowerCase()
  // Whatever may load without encryption may load with it.
  if (['*', 'http:', protocol].includes(source)) return true
  const host = source.replace(/^[a-z]+:\/\//, '').replace(/[:/].*$/, '')
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

/** Whether the page that a bank asks on may be shown within the checkout, whose own origin needs no naming. */
export const isNamed = (url: string, challengeOrigins: readonly string[], baseUrl: string): boolean => {
  const asked = new URL(url)
  return asked.origin === new URL(baseUrl).origin || challengeOrigins.some((source) => lets(source, asked))
}
