import type { Scheduler } from 'fast-check'
import type { AuthorisationLookup, AuthorisationResult, CardProcessor } from '../src/cards/processor.ts'

/** What a card does: `lost` charges and its answer is lost; `slow` is approved after it was put off. */
export type CardFate = 'approved' | 'refused' | 'challenge' | 'lost' | 'slow'

const CHALLENGE = { state: 'challenge', url: 'https://bank.example', data: 'q' } as const

/** An acquirer whose requests and answers travel for as long as the scheduler likes, and its books. */
export class InterleavedAcquirer implements CardProcessor {
  readonly #turns: Scheduler
  readonly #books = new Map<string, { state: AuthorisationResult['state']; isCancelled: boolean; isSlow: boolean }>()

  constructor(turns: Scheduler) {
    this.#turns = turns
  }

  async authorise({ reference, card }: { reference: string; card: { name: string } }): Promise<AuthorisationResult> {
    const fate = card.name as CardFate
    await this.#turns.schedule(Promise.resolve(), 'an authorisation arrives')
    const isCancelled = this.#books.get(reference)?.isCancelled ?? false
    const state = fate === 'lost' ? 'approved' : fate === 'slow' ? 'pending' : fate
    this.#books.set(reference, { state: isCancelled ? 'refused' : state, isCancelled, isSlow: fate === 'slow' })
    const answer = this.#answer(reference)
    await this.#turns.schedule(Promise.resolve(), 'its answer arrives')
    if (fate === 'lost') throw new Error('the connection was lost')
    return answer.state === 'unknown' ? { state: 'pending' } : answer
  }

  async result(reference: string): Promise<AuthorisationLookup> {
    await this.#turns.schedule(Promise.resolve(), 'a question arrives')
    const book = this.#books.get(reference)
    if (book?.isSlow && book.state === 'pending') book.state = 'approved'
    const answer = this.#answer(reference)
    await this.#turns.schedule(Promise.resolve(), 'the answer to a question arrives')
    return answer
  }

  async cancel(reference: string): Promise<void> {
    await this.#turns.schedule(Promise.resolve(), 'a reversal arrives')
    const book = this.#books.get(reference) ?? { state: 'refused' as const, isSlow: false }
    this.#books.set(reference, { ...book, isCancelled: true })
    await this.#turns.schedule(Promise.resolve(), 'the answer to a reversal arrives')
  }

  /** The bank hears from the buyer. @returns false where it has asked nothing */
  answerChallenge(reference: string, isApproved: boolean): boolean {
    const book = this.#books.get(reference)
    if (book?.state !== 'challenge' || book.isCancelled) return false
    book.state = isApproved ? 'approved' : 'refused'
    return true
  }

  /** Whether the buyer has been charged under it, and is. */
  isCaptured(reference: string): boolean {
    const book = this.#books.get(reference)
    return book?.state === 'approved' && !book.isCancelled
  }

  #answer(reference: string): AuthorisationLookup {
    const book = this.#books.get(reference)
    if (book === undefined) return { state: 'unknown' }
    if (book.isCancelled) return { state: 'refused' }
    return book.state === 'challenge' ? CHALLENGE : { state: book.state }
  }
}
