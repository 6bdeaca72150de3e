import { log } from './event-log.ts'

const EVENTS = [
  'coinslot-ready',
  'coinslot-success',
  'coinslot-close',
  'coinslot-kyc-success',
  'coinslot-kyc-failure',
] as const

/** Shows every event of every `<coin-slot>` on the page: they bubble, and cross shadow roots. */
export const logSlotEvents = (): void => {
  for (const name of EVENTS) {
    document.addEventListener(name, (event) => log('page', name, describe(event)))
  }
  document.addEventListener('coinslot-error', (event) => log('error', 'coinslot-error', describe(event)))
}

const describe = (event: Event): string => {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
  if (typeof detail !== 'object' || detail === null) return ''
  if ('error' in detail && detail.error instanceof Error) return explain(detail.error)
  return 'paymentIntentId' in detail ? String(detail.paymentIntentId) : ''
}

const explain = (error: Error): string => ('code' in error ? `${error.code}: ${error.message}` : error.message)
