import type { MerchantProfile } from '@coinslot/contract/checkout'
import type { SessionClient } from './session-client.ts'
import type { Formats } from './locale-format.ts'
import type { Messages } from './messages/messages.ts'

/** What every step is given. */
export interface StepContext {
  readonly session: SessionClient
  /** Who charges; null where the document could not tell. */
  readonly merchant: MerchantProfile | null
  /** Types of the brands of cards that are taken. */
  readonly brands: readonly string[]
  readonly messages: Messages
  readonly formats: Formats
  /** Full tag of the buyer's language. */
  readonly locale: string
  /** What of the last card is offered again where it was refused. Kept in memory, for as long as the page is open. */
  readonly refusedCard: { number: string; name: string }
  /** Says a sentence to a screen reader, without moving the focus. */
  readonly announce: (sentence: string) => void
  /** The buyer leaves from the step that is shown. */
  readonly leave: () => void
}
