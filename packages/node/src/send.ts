/** A request, ready to be sent. */
export interface OutgoingRequest {
  /** Origin and path prefix of the service; the same for all requests of a client. */
  readonly baseUrl: string
  /** Path and query. */
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** An answer, read whole. */
export interface ReceivedAnswer {
  readonly status: number
  /** A header's value by its name in lower case; null where it is absent. */
  header(name: string): string | null
  readonly text: string
}

/** A request under way. Redirects are not followed. */
interface Sending {
  readonly answer: Promise<ReceivedAnswer>
  /** Gives up; the connection may be closed. */
  cancel(): void
}

/** Sends one request: the only thing that differs between runtimes. */
export type Send = (request: OutgoingRequest) => Sending

/** Sends with a `fetch`, the platform's or another. */
export const sendWith =
  (fetch: typeof globalThis.fetch): Send =>
  ({ baseUrl, body, headers, method, path }) => {
    const controller = new AbortController()
    const init = { method, headers, redirect: 'manual', signal: controller.signal } as const
    const read = async (): Promise<ReceivedAnswer> => {
      const response = await fetch(baseUrl + path, body === undefined ? init : { ...init, body })
      const text = await response.text()
      return { status: response.status, header: (name) => response.headers.get(name), text }
    }
    return { answer: read(), cancel: () => controller.abort() }
  }
