import type { LookupFunction } from 'node:net'

/** A resolver that answers with one address after the other, the last one ever after. */
export const createResolver = (...addresses: [string, ...string[]]): LookupFunction => {
  const left = [...addresses]
  return (_hostname, options, callback) => {
    const address = (left.length > 1 ? left.shift() : left[0]) ?? addresses[0]
    const family = address.includes(':') ? 6 : 4
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}
