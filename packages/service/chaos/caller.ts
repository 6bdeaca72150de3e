import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export interface Question {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  /** The envelope's `data`. */
  readonly data: unknown
  readonly text: string
}

/** As long as a person or a backend would wait before asking again. */
const PATIENCE_MS = 25_000
/** What a client repeats: the service was not there, not ready, or is loaded. */
const REPEATED: readonly number[] = [429, 502, 503, 504]

/** Asks one of the processes, whichever a balancer would choose, and again until one has answered. */
export class Caller {
  readonly #addresses: () => readonly string[]
  readonly #ledger: Ledger
  readonly #random: Random

  constructor(addresses: () => readonly string[], ledger: Ledger, random: Random) {
    this.#addresses = addresses
    this.#ledger = ledger
    this.#random = random
  }

  /** The first answer that is not "ask again". What is asked must bear being repeated. */
  async ask(path: string, question: Question = {}): Promise<Answer> {
    for (;;) {
      const answer = await this.#askOnce(path, question).catch((error: unknown) => String(error))
      if (typeof answer !== 'string' && !REPEATED.includes(answer.status)) {
        this.#ledger.answered += 1
        if (answer.status >= 500) this.#ledger.unexpected.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
        else return answer
      }
      const why = typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 200)}`
      this.#ledger.repeat(`${path}: ${why}`)
      await pause(this.#random.between(50, 400))
    }
  }

  async #askOnce(path: string, { method = 'POST', body, headers = {} }: Question): Promise<Answer> {
    const response = await fetch(`${this.#random.pick(this.#addresses())}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const envelope = text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }) : {}
    return { status: response.status, data: envelope.data, text }
  }
}
