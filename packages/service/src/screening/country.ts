import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SANDBOX } from '@coinslot/contract'
import type { FastifyRequest } from 'fastify'
import { Reader } from 'mmdb-lib'
import type { Config } from '../platform/config.ts'
import { plainAddress } from '../platform/plain-address.ts'
import { isSanctioned } from './screening-rules.ts'

interface CountryRecord {
  readonly country_code?: string
}

const DATA = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let reader: { get(address: string): CountryRecord | null } | undefined

const open = () => new Reader(readFileSync(createRequire(import.meta.url).resolve(DATA))) as typeof reader

/** The country an address is registered in, by offline data that is read at the first look-up; null where there is none. */
export const countryOfAddress = (address: string): string | null => {
  reader ??= open()
  try {
    return reader?.get(plainAddress(address))?.country_code ?? null
  } catch {
    // Not an address, such as a zone id or a socket's path.
    return null
  }
}

const SANDBOX_COUNTRY = /^[A-Za-z]{2}$/

/** Where a request comes from; the sandbox may be told by a header. @see decisions.md §8 */
export const countryOf = (request: FastifyRequest, mode: Config['mode']): string | null => {
  const told = mode === 'sandbox' ? request.headers[SANDBOX.countryHeader] : undefined
  if (typeof told === 'string' && SANDBOX_COUNTRY.test(told)) return told.toUpperCase()
  return countryOfAddress(request.ip)
}

/** Whether whoever asks does so from a country that nobody may deal with. */
export const isFromSanctioned = (
  request: FastifyRequest,
  { mode, sanctionedCountries }: Pick<Config, 'mode' | 'sanctionedCountries'>,
): boolean => isSanctioned(countryOf(request, mode), sanctionedCountries)
