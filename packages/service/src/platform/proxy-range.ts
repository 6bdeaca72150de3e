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

/** Whether an address says more than the network of its range: nobody can tell which of both is meant. */
const hasBitsBehind = (address: readonly number[], bits: number): boolean =>
  address.some((byte, index) => (byte & (0xff >> Math.min(Math.max(bits - index * 8, 0), 8))) !== 0)

/** Whether proxies can be meant by an address or a CIDR range: not by one of everybody, who could then say to be anybody. */
export const canBeProxies = (proxy: string): boolean => {
  const [network, bits] = proxyRange(proxy)
  return bits > 0 && !hasBitsBehind(network.toByteArray(), bits)
}
