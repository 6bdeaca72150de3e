import ipaddr from 'ipaddr.js'
import { plainAddress } from '../platform/plain-address.ts'

type Range = [network: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

const rangeOf = (proxy: string): Range => {
  if (proxy.includes('/')) return ipaddr.parseCIDR(proxy)
  const address = ipaddr.process(proxy)
  return [address, address.toByteArray().length * 8]
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
