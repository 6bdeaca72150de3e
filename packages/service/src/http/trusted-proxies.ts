import ipaddr from 'ipaddr.js'
import { plainAddress } from '../platform/plain-address.ts'
import { proxyRange } from '../platform/proxy-range.ts'

/**
 * Tells whose `x-forwarded-for` is believed, by the address from which it came, in whatever form another proxy has forwarded that.
 * @param proxies addresses and CIDR ranges
 */
export const trustIn = (proxies: readonly string[]): ((address: string) => boolean) => {
  const trusted = proxies.map(proxyRange)
  return (address) => {
    const plain = plainAddress(address)
    return ipaddr.isValid(plain) && ipaddr.subnetMatch(ipaddr.parse(plain), { trusted }, '') === 'trusted'
  }
}
