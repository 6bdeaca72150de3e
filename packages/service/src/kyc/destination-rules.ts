import { mailboxOf } from '../platform/mailbox-rules.ts'
import type { CodeChannel } from './code-rules.ts'

/** What codes to a destination are counted by: the mailbox, or the digits of the number. */
export const destinationKey = (channel: CodeChannel, destination: string): string =>
  channel === 'email' ? mailboxOf(destination) : destination.replaceAll(/\D/g, '')
