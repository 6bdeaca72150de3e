import { hostedPrefix } from '@coinslot/contract/checkout'
import type { Host } from './host.ts'

const INTENT_PATH = /^(.*)\/pay\/([^/]+)$/

/** The host where this document is the hosted page of an intent, whose cookie is its credential. */
export const hostedHost = (path: string): Host | null => {
  const [, root, paymentIntentId] = INTENT_PATH.exec(path) ?? []
  if (paymentIntentId === undefined) return null
  return {
    mode: 'hosted',
    isPrepared: false,
    access: { prefix: root + hostedPrefix(paymentIntentId), headers: {} },
    errorCode: null,
    flow: 'PAYMENT',
    paymentIntentId,
    locale: null,
    theme: {},
    tell: () => {},
    drawn: () => {},
    reveal: () => {},
  }
}
