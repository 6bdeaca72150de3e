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

const failureOf = (status: number): ApiFailure => {
  // 409: another file of the session is on its way, perhaps the same one, over a connection that was lost.
  if (status === 409 || status === 429 || status === 503) return 'busy'
  if (status >= 500 || status === 408) return 'network'
  return status === 400 || status === 413 || status === 415 ? 'refused' : 'gone'
}

const problemOf = (status: number, retryAfter: string | null): ApiProblem =>
  new ApiProblem(failureOf(status), Number(retryAfter ?? 0) * 1000 || 0)

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

  /** Sends a file with its progress (0 to 1), which `fetch` cannot tell. */
  upload(kind: UploadKind, file: Blob, onProgress: (share: number) => void): Promise<SessionView> {
    const { prefix, headers } = this.#session()
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('PUT', `${prefix}${CHECKOUT_PATHS.upload}/${kind}`)
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.setRequestHeader('content-type', file.type || 'application/octet-stream')
      request.responseType = 'json'
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
      request.onerror = () => reject(new ApiProblem('network'))
      request.onload = () => {
        const { status, response }: { status: number; response: { data: SessionView } | null } = request
        if (status === 200 && response) resolve(response.data)
        else reject(problemOf(status, request.getResponseHeader('retry-after')))
      }
      request.send(file)
    })
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
    if (!response.ok) throw problemOf(response.status, response.headers.get('retry-after'))
    const answer: { data: SessionView } = await response.json().catch(() => {
      throw new ApiProblem('network')
    })
    return answer.data
  }
  #session(): SessionAccess {
    if (!this.access) throw new Error('there is no session to send anything to')
    return this.access
  }
}
