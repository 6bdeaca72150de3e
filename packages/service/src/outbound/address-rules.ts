import ipaddr from 'ipaddr.js'

/** Answered inside the machine of one cloud, whatever their range: metadata services of Azure, AWS, Google and Oracle. */
const HOST_SERVICES = new Set(
  ['168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe'].map((address) =>
    ipaddr.parse(address).toNormalizedString(),
  ),
)
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal'])
/** All that is given out of IPv6 for the public; what lies beside it is nobody's, or holds deprecated IPv4-compatible forms. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

const rangeOf = (address: string): string => {
  const parsed = ipaddr.parse(address)
  if (parsed.kind() === 'ipv6' && parsed.range() === 'unicast' && !parsed.match(PUBLIC_IPV6)) return 'unassigned'
  return parsed.range()
}

/**
 * Whether the service may connect to an IP address that somebody named: public unicast only. Loopback, private, link-local, CGNAT, metadata, multicast
 * and reserved ranges are refused, and so are IPv4-mapped, 6to4, Teredo and NAT64 forms, whatever they hold.
 * @param allowPrivate lets loopback and private ranges pass as well, but for metadata services, and nothing else.
 */
export const isAddressAllowed = (address: string, allowPrivate: boolean): boolean => {
  if (!ipaddr.isValid(address) || HOST_SERVICES.has(ipaddr.parse(address).toNormalizedString())) return false
  const range = rangeOf(address)
  return range === 'unicast' || (allowPrivate && LOCAL_RANGES.has(range))
}
