import type { IntentInput, Resolver } from '@coinslot/node'
import type { KycRequest } from '@coinslot/contract'
import { findItem } from './catalogue.ts'
import type { OpenPurchases } from './open-purchases.ts'
import { kycRequest, purchaseOf } from './player.ts'

/** A page names an item; what it costs and who buys is the shop's to say. */
export const resolveIntent =
  (shopUrl: string, purchases: OpenPurchases): Resolver<IntentInput> =>
  async (request) => {
    const item = findItem(field(await request.json(), 'item'))
    if (!item) return refuse(404, 'The shop does not sell this item')
    const reference = purchases.referenceFor(item.id)
    return { ...purchaseOf(item, shopUrl, reference), idempotency_key: reference }
  }

/** A page names a level; whose identity it is, is the shop's to say. */
export const resolveKyc: Resolver<KycRequest> = async (request) => {
  const level = field(await request.json(), 'level')
  return level === 1 || level === 2 || level === 3 ? kycRequest(level) : refuse(400, 'level: must be 1, 2 or 3')
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

const refuse = (status: number, message: string): Response =>
  Response.json({ error: { reason: status === 404 ? 'Not Found' : 'Bad Request', status, message } }, { status })
