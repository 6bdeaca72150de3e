import ipaddr from 'ipaddr.js'

/** `203.0.113.9:4711`, `[2001:db8::9]:4711` and `[2001:db8::9]`, as some proxies forward an address. */
const WITH_PORT = /^(?:(\d+(?:\.\d+){3})|\[([\da-f:.]+)\])(?::\d+)?$/i

/**
 * A caller's address in its plain form: without a port behind it, and an IPv4 address as such where a socket of both
 * families shows it mapped into IPv6 (`::ffff:203.0.113.9`). Any other text as it stands.
 */
export const plainAddress = (text: string): string => {
  const [, ipv4, ipv6] = WITH_PORT.exec(text) ?? []
  const address = ipv4 ?? ipv6 ?? text
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}
