import ipaddr from 'ipaddr.js'
import { plainAddress } from '../platform/plain-address.ts'

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Of the bits of an IPv6 address those before the IPv4 address that it stands for. */
const MAPPED_BITS = 96

const namedRange = (proxy: string): Range => {
  if (proxy.includes('/')) return ipaddr.parseCIDR(proxy)
  const address = ipaddr.parse(proxy)
  return [address, address.toByteArray().length * 8]
}

const rangeOf = (proxy: string): Range => {
  const [network, bits] = namedRange(proxy)
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= MAPPED_BITS
  return isMapped ? [network.toIPv4Address(), bits - MAPPED_BITS] : [network, bits]
}

/**
 * Tells whose `x-forwarded-for` is believed, by the address from which it came, in whatever form another proxy has forwarded that.
 * @param proxies addresses and CIDR ranges
 */
export const trustIn = (proxies: readonly string[]): ((address: string) => boolean) => {
  const trusted = proxies.map(rangeOf)
  return (address) => {
    const plain = plainAddress(address)
    return ipaddr.isValid(plain) && ipaddr.subnetMatch(ipaddr.parse(plain), { trusted }, '') === 'trusted'
  }
}
