import { CHECKOUT_PICTURES } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { readSessionToken, sessionToken } from '../auth/session-token.ts'
import { onStrangersBehalf } from '../db/behalf.ts'
import { ApiError } from '../http/api-error.ts'
import { pathPrefixOf } from '../http/path-prefix.ts'
import { findPayment, type Payment } from '../payments/payment-store.ts'
import type { CheckoutDeps } from './deps.ts'
import { isSessionOver } from './session-rules.ts'

const CACHE = 'private, max-age=3600'

/** Where the page of a payment finds the item's picture, on its own origin; null where the merchant has named none. */
export const picturePath = ({ config, secrets }: CheckoutDeps, { id, itemImageUrl }: Payment): string | null => {
  if (itemImageUrl === null) return null
  const prefix = pathPrefixOf(config.baseUrl)
  return `${prefix}${CHECKOUT_PICTURES}/${sessionToken(secrets, 'picture', id)}`
}

/** Serves items' pictures from our own copies: nothing of a buyer reaches whoever has the original. */
export const pictureRoute = (app: FastifyInstance, deps: CheckoutDeps): void => {
  const close = () => deps.pictures.close()
  // Buyers whose pictures have to wait for their turn at a silent host would keep the service from stopping in its time.
  app.addHook('preClose', close)
  // What was begun meanwhile.
  app.addHook('onClose', close)
  app.get<{ Params: { token: string } }>(`${CHECKOUT_PICTURES}/:token`, async (request, reply) => {
    const token = readSessionToken(deps.secrets, request.params.token)
    const payment = token?.kind === 'picture' ? await onStrangersBehalf(() => findPayment(deps.db, token.id)) : null
    const isOpen = payment !== null && !isSessionOver(payment.expiresAt, deps.clock.now())
    if (!isOpen || payment.itemImageUrl === null) throw new ApiError(404, 'There is no such picture')
    const picture = await deps.pictures.get(payment.merchantId, payment.itemImageUrl)
    // One that cannot be had is no fault of the page, whose console an error would be told in.
    if (picture === null) return reply.code(204).send()
    return reply
      .headers({ 'cache-control': CACHE, 'cross-origin-resource-policy': 'same-origin' })
      .type(picture.contentType)
      .send(picture.content)
  })
}
