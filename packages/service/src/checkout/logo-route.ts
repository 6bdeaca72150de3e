import { CHECKOUT_LOGOS } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../http/api-error.ts'
import { Logos } from '../pictures/logos.ts'
import type { CheckoutDeps } from './deps.ts'

/** Named by its content: another logo has another address. */
const CACHE = 'private, max-age=31536000, immutable'

/** Serves merchants' logos from our own copies. */
export const logoRoute = (app: FastifyInstance, deps: CheckoutDeps): void => {
  const logos = new Logos(deps)
  app.get<{ Params: { digest: string } }>(`${CHECKOUT_LOGOS}/:digest`, async (request, reply) => {
    const logo = await logos.get(request.params.digest)
    if (logo === null) throw new ApiError(404, 'There is no such logo')
    return reply
      .headers({ 'cache-control': CACHE, 'cross-origin-resource-policy': 'same-origin' })
      .type(logo.contentType)
      .send(logo.content)
  })
}
