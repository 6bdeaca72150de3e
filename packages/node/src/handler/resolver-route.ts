import { LIMITS } from '@coinslot/contract'
import type { Answer } from '../answer.ts'
import type { CallOptions } from '../client-options.ts'
import { dropTransferHeaders } from '../transfer-headers.ts'
import { readBody } from './read-body.ts'
import { respondError, respondJson } from './respond.ts'

/**
 * Decides what a page's request means: what to ask the service for, or a Response that ends it there. The request's
 * body has at most 65,536 bytes and is in memory already.
 */
export type Resolver<T> = (request: Request) => Promise<T | Response> | T | Response

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')

/** The request with its body in memory. Made anew: Next.js hands out a proxy, which `new Request(request)` refuses. */
const inMemory = ({ headers, signal, url }: Request, body: Uint8Array<ArrayBuffer>): Request =>
  new Request(url, { method: 'POST', headers: new Headers(headers), signal, body })

/** `POST intent` and `POST kyc`: the service's own bytes and status, for what the resolver made of the request. */
export const createResolverRoute =
  <T>(resolve: Resolver<T>, send: (input: T, options: CallOptions) => Promise<Answer<unknown>>) =>
  async (request: Request): Promise<Response> => {
    if (!isJson(request)) return respondError(415, 'The content type must be application/json')
    const bytes = await readBody(request, LIMITS.requestBodyBytes)
    if (bytes === undefined) return respondError(413, 'The body is too large')
    const input = await resolve(inMemory(request, bytes))
    if (input instanceof Response) {
      // Read here, where what cannot be is told as every other failure of the resolver.
      const answer = new Response(input.body && (await input.arrayBuffer()), input)
      // Of what `fetch` gave the body is decoded.
      if (input.url) dropTransferHeaders(answer.headers)
      return answer
    }
    const { body, requestId, status } = await send(input, { signal: request.signal })
    return respondJson(status, body, { 'x-request-id': requestId })
  }
