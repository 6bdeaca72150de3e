import ipaddr from 'ipaddr.js'
import { plainAddress } from '../platform/plain-address.ts'

/** What a home or a machine is given: whoever has one address of it has all of them (RFC 6177). */
const IPV6_PREFIX_BITS = 64

/** The key under which the requests of an address are counted: an IPv4 address, or the /64 network of an IPv6 address. */
export const addressKey = (address: string): string => {
  const plain = plainAddress(address)
  if (!ipaddr.isValid(plain) || ipaddr.parse(plain).kind() === 'ipv4') return plain
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${IPV6_PREFIX_BITS}`).toString()}/${IPV6_PREFIX_BITS}`
}
