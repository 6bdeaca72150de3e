import ipaddr from 'ipaddr.js'

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Of the bits of an IPv6 address those before the IPv4 address that it stands for. */
const MAPPED_BITS = 96

const namedRange = (proxy: string): Range => {
  if (proxy.includes('/')) return ipaddr.parseCIDR(proxy)
  const address = ipaddr.parse(proxy)
  return [address, address.toByteArray().length * 8]
}

/** The range that an address, or a CIDR range, names. One of IPv4 addresses mapped into IPv6 is one of IPv4. */
export const proxyRange = (proxy: string): Range => {
  const [network, bits] = namedRange(proxy)
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS
  return isMapped ? [network.toIPv4Address(), bits - MAPPED_BITS] : [network, bits]
}

/** Whether a range of proxies leaves anybody out: with one of everybody, whoever calls could say to be anybody. */
export const leavesSomebodyOut = (proxy: string): boolean => proxyRange(proxy)[1] > 0
