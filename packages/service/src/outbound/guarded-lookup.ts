import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LIMITS } from '@coinslot/contract'
import { isAddressAllowed } from './address-rules.ts'
import { lookupsInTurn } from './lookups-in-turn.ts'
import { shareLookups } from './share-lookups.ts'

/** A connection was refused by us before it was opened. */
class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError'
  readonly code = 'address_not_allowed'

  constructor() {
    super('The name leads to an address that the service does not speak to')
  }
}

/** The system's resolver. */
export const systemLookup = shareLookups(dns.lookup)

/** The same for one party among others. */
export const systemLookupOf = lookupsInTurn(systemLookup, LIMITS.webhookTimeoutSeconds * 1_000)

/**
 * Resolves names for one connection and refuses the whole answer when any address in it is not allowed, so that the address
 * that was checked is the one connected to, however often the name changes.
 */
export const guardedLookup = (allowPrivate: boolean, resolve: LookupFunction = systemLookup): LookupFunction => {
  const isAllowed = (address: string) => isAddressAllowed(address, allowPrivate)
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, address, family) => {
      if (error !== null) return callback(error, address, family)
      const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address)
      if (addresses.length > 0 && addresses.every(isAllowed)) return callback(null, address, family)
      callback(new AddressNotAllowedError(), address, family)
    })
  }
}

/** Names of the loopback interface (RFC 6761 §6.3), whatever the resolver makes of them. */
const LOCALHOST = /(^|\.)localhost\.?$/

/**
 * Checks what needs no resolving. `URL` has already turned decimal, hexadecimal, octal and short forms into plain ones.
 * @throws {AddressNotAllowedError} `address_not_allowed` for a literal address or a localhost name that is not allowed, and for
 * plain http where TLS is asked for.
 */
export const checkHost = (url: URL, rules: { allowPrivate: boolean; httpsOnly: boolean }): void => {
  const { allowPrivate, httpsOnly } = rules
  if (httpsOnly && url.protocol !== 'https:') throw new AddressNotAllowedError()
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const isAllowed = isIP(host) === 0 ? allowPrivate || !LOCALHOST.test(host) : isAddressAllowed(host, allowPrivate)
  if (!isAllowed) throw new AddressNotAllowedError()
}
