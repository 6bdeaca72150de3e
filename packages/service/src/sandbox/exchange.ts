import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a buyer's browser sends. */
export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface Answer {
  readonly status: number
  readonly cookies: readonly string[]
  readonly text: string
}

const read = async (answer: IncomingMessage): Promise<Answer> => ({
  status: answer.statusCode ?? 0,
  cookies: answer.headers['set-cookie'] ?? [],
  text: await text(answer),
})

/**
 * One request to the sandbox, which follows no redirect. Not by `fetch`, which uses a connection a second time only after a
 * `setImmediate`: a test of a shop may have replaced that by one that stands still.
 */
export const exchange = (url: string, { body, ...sent }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { ...sent, agent: false }, (answer) => read(answer).then(resolve, reject))
      .on('error', reject)
      .end(body)
  })
