import { hostedPrefix } from '@coinslot/contract/checkout'
import { type Host, UNFRAMED } from './host.ts'

const INTENT_PATH = /^(.*)\/pay\/([^/]+)$/

/** The host where this document is the hosted page of an intent, whose cookie is its credential. */
export const hostedHost = (path: string): Host | null => {
  const [, root, paymentIntentId] = INTENT_PATH.exec(path) ?? []
  if (paymentIntentId === undefined) return null
  return { ...UNFRAMED, access: { prefix: root + hostedPrefix(paymentIntentId), headers: {} }, paymentIntentId }
}
