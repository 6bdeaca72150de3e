import type { FailureClass } from '@coinslot/contract'
import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { whole } from './money.ts'

/** `payment_approved` → `payment approved`, `kyc_approved` → `KYC approved` */
export const plain = (name: string): string => name.replaceAll('_', ' ').replace(/^kyc\b/, 'KYC')

/** `payment approved` → `Payment approved` */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `Visa ending 1111` */
export const cardName = ({ brand, last_four }: { brand: string; last_four: string }): string =>
  `${capital(brand === '' ? 'card' : brand)} ending ${last_four}`

const FAILURES: Readonly<Record<FailureClass, string>> = {
  timeout: 'no answer in time',
  connection_refused: 'connection refused',
  connection_reset: 'connection reset',
  dns: 'the name could not be resolved',
  tls: 'the TLS handshake failed',
  http_status: 'an answer that is not 2xx',
  response_too_large: 'the answer was too large',
  address_not_allowed: 'address not allowed',
  network: 'the network failed',
}

/** `status 500`, `connection refused`. */
export const failureName = (failure: FailureClass, statusCode: number | null): string =>
  failure === 'http_status' && statusCode !== null ? `status ${statusCode}` : FAILURES[failure]

/** `3 deliveries are tried again`, and whether those are all. */
export const replayedText = ({ replayed: count, replay }: DashboardAnswer<'replaySince'>): string => {
  if (replay !== undefined) return `${whole(count)} deliveries are tried again, and more follow`
  if (count === 0) return 'There is nothing to try again since then'
  return count === 1 ? '1 delivery is tried again' : `${whole(count)} deliveries are tried again`
}

/** `1 row`, `50 rows, and there are older ones`. */
export const rowsText = (count: number, hasOlder: boolean): string => {
  const rows = count === 0 ? 'No rows' : count === 1 ? '1 row' : `${whole(count)} rows`
  return hasOlder ? `${rows}, and there are older ones` : rows
}

/** What turned a buyer away. */
export const outcomeName = (errorCode: string): string =>
  ({
    ERR01: 'customer banned',
    ERR03: 'sanctioned country',
    ERR06: 'identity check asked for',
    ERR15: 'wallet flagged',
  })[errorCode] ?? errorCode

/** `shop.example/hooks` */
export const shortEndpoint = (endpoint: string): string => endpoint.replace(/^https?:\/\//, '').replace(/\/$/, '')
