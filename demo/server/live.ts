import type { IncomingMessage, ServerResponse } from 'node:http'

const HEARTBEAT_MS = 20_000
/** Events that a page is told of which was not open as they came. */
const REMEMBERED = 50

/** What the shop tells its open pages. */
export interface ShopNews {
  readonly balance: number
  readonly verified: boolean
  /** Absent in the first message, which tells where things stand. */
  readonly event?: { readonly type: string; readonly coins: number; readonly title: string | null }
}

/** The open pages, told at once of what a webhook brought (server-sent events). */
export class LivePages {
  readonly #pages = new Set<ServerResponse>()
  readonly #past: { readonly at: string; readonly news: ShopNews }[] = []
  readonly #heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS).unref()

  /** @param since RFC 3339: the page is told of the events that came after it, too */
  join(request: IncomingMessage, response: ServerResponse, now: ShopNews, since: string | null): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    // A stream that was cut off says itself how far it has come.
    const from = request.headers['last-event-id'] ?? since
    const missed = from === null ? [] : this.#past.filter(({ at }) => at > String(from))
    response.write(`retry: 500\n${missed.map(({ at, news }) => message(news, at)).join('')}${message(now)}`)
    this.#pages.add(response)
    request.once('close', () => this.#pages.delete(response))
  }

  tell(news: ShopNews): void {
    const at = this.#next()
    this.#past.push({ at, news })
    if (this.#past.length > REMEMBERED) this.#past.shift()
    this.#write(message(news, at))
  }

  /** Ends every page's stream, so that the server can close. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const page of this.#pages) page.end()
  }

  /** Two events have two times, since a page says by one of them how far it has come. */
  #next(): string {
    const last = this.#past.at(-1)
    return new Date(last === undefined ? Date.now() : Math.max(Date.now(), Date.parse(last.at) + 1)).toISOString()
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text)
  }
}

const message = (news: ShopNews, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(news)}\n\n`
