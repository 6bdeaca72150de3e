import { httpRequest, load } from './http-load.ts'
import { order } from './orders.ts'

export const CONNECTIONS = 16

/** Creates so many intents as fast as the service answers. @param body of the request with this number. */
export const createIntents = (
  { port, token }: { readonly port: number; readonly token: string },
  requests: number,
  body: (index: number) => string = order,
): Promise<number> =>
  load({
    port,
    connections: CONNECTIONS,
    requests,
    request: (index) => httpRequest('POST', '/payments/v2/intent', { body: body(index), token }),
  })
