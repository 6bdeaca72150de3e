import { CHECKOUT_PATHS, type PayRequest, type SessionView, type UploadKind } from '@coinslot/contract/checkout'
import type { SessionAccess } from './host.ts'

/** Why there was no view: try again, slow down, or give up. */
export type ApiFailure = 'network' | 'busy' | 'gone' | 'refused'

export class ApiProblem extends Error {
  readonly failure: ApiFailure
  readonly retryAfterMs: number

  constructor(failure: ApiFailure, retryAfterMs = 0) {
    super(failure)
    this.failure = failure
    this.retryAfterMs = retryAfterMs
  }
}

const REQUEST_TIMEOUT_MS = 30_000
/** More than the service gives a file: no answer comes any more. */
const FILE_TIMEOUT_MS = 240_000
/** The service asks for no more patience; what stands before it may ask for hours. */
const LONGEST_RETRY_AFTER_S = 60

/** What came back: the service's own words, or those of whatever stands between it and the buyer. */
type Answer = { readonly data?: SessionView; readonly error?: { readonly status?: number } } | null

const failureOf = (status: number, isOfService: boolean): ApiFailure => {
  // 409: another file of the session is on its way, perhaps the same one, over a connection that was lost.
  if (status === 409 || status === 429 || status === 503) return 'busy'
  // A proxy that takes no file of this size will not take it later either.
  if (status === 413) return 'refused'
  if (status >= 500 || status === 408 || !isOfService) return 'network'
  return status === 400 || status === 415 ? 'refused' : 'gone'
}

/** Only the service itself can say that a session is over: a proxy's 404 or a portal's page says nothing of the payment. */
const read = (status: number, retryAfter: string | null, answer: Answer): SessionView => {
  if (status === 200 && answer?.data?.step) return answer.data
  const seconds = Math.min(Number(retryAfter ?? 0), LONGEST_RETRY_AFTER_S)
  throw new ApiProblem(failureOf(status, answer?.error?.status === status), seconds > 0 ? seconds * 1000 : 0)
}

/** The checkout API of one session. Every call answers with the session's view, or throws an ApiProblem. */
export class CheckoutApi {
  /** Null until there is a session; nothing can be sent before. */
  access: SessionAccess | null

  constructor(access: SessionAccess | null = null) {
    this.access = access
  }

  /** Comes before all others. */
  enter(): Promise<SessionView> {
    return this.post(CHECKOUT_PATHS.session, {})
  }

  read(): Promise<SessionView> {
    return this.#send(CHECKOUT_PATHS.session, {})
  }

  pay(request: PayRequest): Promise<SessionView> {
    return this.post(CHECKOUT_PATHS.pay, request)
  }

  /** Outlives the page, so that leaving is told even as the frame goes away. */
  close(): Promise<SessionView> {
    return this.#send(CHECKOUT_PATHS.close, { body: {}, keepalive: true })
  }

  post(path: string, body: object): Promise<SessionView> {
    return this.#send(path, { body })
  }

  /** Sends a file, under its own type, with its progress (0 to 1), which `fetch` cannot tell. */
  async upload(kind: UploadKind, file: Blob, onProgress: (share: number) => void): Promise<SessionView> {
    const { prefix, headers } = this.#session()
    const request = new XMLHttpRequest()
    request.open('PUT', `${prefix}${CHECKOUT_PATHS.upload}/${kind}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    await new Promise((resolve) => {
      // Also of one that the browser's Stop has aborted; without an answer the status is 0.
      request.onloadend = resolve
      request.send(file)
      setTimeout(() => request.abort(), FILE_TIMEOUT_MS)
    })
    return read(request.status, request.getResponseHeader('retry-after'), request.response as Answer)
  }

  async #send(path: string, { body, keepalive = false }: { body?: object; keepalive?: boolean }): Promise<SessionView> {
    const { prefix, headers } = this.#session()
    const response = await fetch(prefix + path, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json', 'accept-language': document.documentElement.lang }),
      },
      keepalive,
      cache: 'no-store',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch(() => {
      throw new ApiProblem('network')
    })
    const answer: Answer = await response.json().catch(() => null)
    return read(response.status, response.headers.get('retry-after'), answer)
  }

  #session(): SessionAccess {
    if (!this.access) throw new Error('there is no session to send anything to')
    return this.access
  }
}
