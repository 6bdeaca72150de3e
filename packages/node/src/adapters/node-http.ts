import type { IncomingMessage, ServerResponse } from 'node:http'
import { ConfigurationError } from '../errors.ts'
import type { Handler } from '../handler.ts'
import { respondError } from '../handler/respond.ts'

/** A listener for `node:http`, and middleware wherever `next` is passed. */
export type NodeListener = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>

/** What frameworks leave on a request. */
interface Framed extends IncomingMessage {
  /** The path before a router took its own part away. */
  readonly originalUrl?: string
  /** The host, which HTTP/2 has in place of the header. */
  readonly authority?: string
  /** Bytes that a body parser kept. */
  readonly rawBody?: unknown
  readonly socket: IncomingMessage['socket'] & { readonly encrypted?: boolean }
}

const headersOf = (request: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (!name.startsWith(':')) headers.set(name, `${value}`)
  }
  return headers
}

const bodyOf = (request: Framed) => {
  if (request.method === 'GET' || request.method === 'HEAD') return {}
  if (request.rawBody instanceof Uint8Array) return { body: new Uint8Array(request.rawBody) }
  if (request.readableEnded) {
    throw new ConfigurationError(
      'The body was read before Coinslot could: mount it before any body parser, or turn that off',
    )
  }
  return { body: streamOf(request), duplex: 'half' as const }
}

/** The body, read as it is asked for. Giving it up leaves the connection open, so that the answer still arrives. */
const streamOf = (request: IncomingMessage): ReadableStream<Uint8Array> => {
  const chunks: AsyncIterator<Uint8Array | string> = request.iterator({ destroyOnReturn: false })
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      // Texts, where middleware asked for an encoding.
      else controller.enqueue(Buffer.from(value as string, request.readableEncoding ?? undefined))
    },
    cancel: async () => void (await chunks.return?.()),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

/** What is thrown away of a body that nobody read, before its sender is cut off. */
const DISCARDED_BYTES = 1_048_576

/** Lets the sender of an answered request finish, within bounds: whoever is cut off while sending may miss the answer. */
const discardRest = (request: IncomingMessage): void => {
  let length = 0
  request.on('data', (chunk: Uint8Array) => {
    length += chunk.length
    if (length > DISCARDED_BYTES) request.destroy()
  })
  request.resume()
}

const pathOf = (request: Framed): string => request.originalUrl ?? request.url ?? '/'

/** A node:http request as a web Request; `signal` fires when the caller hangs up. */
const toWebRequest = (request: Framed, signal: AbortSignal): Request => {
  const scheme = request.socket.encrypted ? 'https' : 'http'
  const host = request.authority ?? request.headers.host ?? 'localhost'
  return new Request(`${scheme}://${host}${pathOf(request)}`, {
    method: request.method ?? 'GET',
    headers: headersOf(request),
    signal,
    ...bodyOf(request),
  })
}

/** Sends a web Response through node:http. */
const sendWebResponse = async (response: Response, target: ServerResponse): Promise<void> => {
  target.statusCode = response.status
  for (const [name, value] of response.headers) if (name !== 'set-cookie') target.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) target.setHeader('set-cookie', cookies)
  target.end(new Uint8Array(await response.arrayBuffer()))
}

/** Serves the handler from `node:http`; paths outside its base go to `next` where there is one. */
export const toNodeListener =
  (handler: Handler): NodeListener =>
  async (request, response, next) => {
    if (next !== undefined && !pathOf(request).startsWith(`${handler.basePath}/`)) return next()
    const caller = new AbortController()
    response.once('close', () => {
      if (!response.writableEnded) caller.abort()
    })
    let webRequest: Request
    try {
      webRequest = toWebRequest(request, caller.signal)
    } catch (error) {
      if (!request.readableEnded) return sendWebResponse(respondError(400, 'The request cannot be read'), response)
      if (next !== undefined) return next(error)
      console.error(error)
      return sendWebResponse(respondError(500, (error as Error).message), response)
    }
    const webResponse = await handler(webRequest)
    if (!request.complete) discardRest(request)
    if (!response.destroyed) await sendWebResponse(webResponse, response)
  }
