import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SANDBOX_CARDS } from '@coinslot/contract'
import type { AuthorisationLookup } from '../src/cards/processor.ts'
import type { Random } from './random.ts'

/** What the acquirer has in its books under one reference. */
export interface Booking {
  readonly amount: string
  state: 'approved' | 'refused' | 'challenge' | 'pending'
  /** What a decision that is still to come will be. */
  readonly later: 'approved' | 'refused'
  isCancelled: boolean
  /** How often it was asked for the money: more than once would be a double charge with an acquirer without keys. */
  asked: number
}

/** Whether the buyer's money is gone. */
export const isCaptured = ({ state, isCancelled }: Booking): boolean => state === 'approved' && !isCancelled

/** An acquirer with books of its own, which the service knows by its port `CardProcessor` alone. */
export class Acquirer {
  readonly books = new Map<string, Booking>()
  /** Answers nobody. */
  isAway = false
  /** How likely an answer is lost after what was asked has been done. */
  losses = 0.02
  readonly #random: Random
  readonly #server = createServer((request, response) => {
    void this.#serve(request, response).catch(() => response.destroy())
  })

  constructor(random: Random) {
    this.#random = random
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The buyer answers the bank's question. */
  answerBank(reference: string, isRight: boolean): void {
    const booking = this.books.get(reference)
    if (booking?.state === 'challenge' && !booking.isCancelled) booking.state = isRight ? booking.later : 'refused'
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    if (this.isAway) {
      response.destroy()
      return
    }
    const reference = String(request.url).slice(1)
    const answer = this.#decide(String(request.method), reference, text)
    if (this.#random.chance(0.05)) await pause(this.#random.between(200, 2_000))
    if (this.#random.chance(this.losses)) response.destroy()
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  }

  #decide(method: string, reference: string, body: string): AuthorisationLookup {
    const booking = this.books.get(reference)
    if (method === 'DELETE') {
      const unasked = { amount: '0.00', state: 'refused', later: 'refused', asked: 0 } as const
      this.books.set(reference, { ...(booking ?? unasked), isCancelled: true })
      return { state: 'refused' }
    }
    if (method === 'GET') {
      // What was not decided at once is decided when it is asked for again.
      if (booking?.state === 'pending') booking.state = booking.later
      return this.#stateOf(reference)
    }
    if (booking === undefined) this.#book(reference, JSON.parse(body) as { number: string; amount: string })
    else booking.asked += 1
    return this.#stateOf(reference)
  }

  #book(reference: string, { number, amount }: { number: string; amount: string }): void {
    const card = SANDBOX_CARDS.find((each) => each.number === number)
    const later = card?.outcome === 'approved' ? 'approved' : 'refused'
    const undecided = card?.challenge === true ? 'challenge' : 'pending'
    const state = card?.challenge === true || this.#random.chance(0.05) ? undecided : later
    this.books.set(reference, { amount, state, later, isCancelled: false, asked: 1 })
  }

  #stateOf(reference: string): AuthorisationLookup {
    const booking = this.books.get(reference)
    if (booking === undefined) return { state: 'unknown' }
    if (booking.isCancelled) return { state: 'refused' }
    if (booking.state === 'challenge') return { state: 'challenge', url: `${this.address}/bank`, data: reference }
    return { state: booking.state }
  }
}
