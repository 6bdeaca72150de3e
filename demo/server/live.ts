import type { IncomingMessage, ServerResponse } from 'node:http'

const HEARTBEAT_MS = 20_000

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
  readonly #heartbeat = setInterval(() => this.#write(': still here\n\n'), HEARTBEAT_MS).unref()

  join(request: IncomingMessage, response: ServerResponse, now: ShopNews): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: 500\n${message(now)}`)
    this.#pages.add(response)
    request.once('close', () => this.#pages.delete(response))
  }

  tell(news: ShopNews): void {
    this.#write(message(news))
  }

  /** Ends every page's stream, so that the server can close. */
  close(): void {
    clearInterval(this.#heartbeat)
    for (const page of this.#pages) page.end()
  }

  #write(text: string): void {
    for (const page of this.#pages) page.write(text)
  }
}

const message = (news: ShopNews): string => `data: ${JSON.stringify(news)}\n\n`
