import { randomInt } from 'node:crypto'
import { isSameSecret } from '../platform/secrets.ts'
import type { CodeChannel, SentCode } from './code-rules.ts'

/** Makes the codes to send. */
export type CodeMaker = (channel: CodeChannel) => string

/** Six random digits. */
export const randomCode: CodeMaker = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Whether an answer has the hash of the code that was sent. Compares in constant time. */
export const isSentCode = (sent: SentCode | null, givenHash: Uint8Array): boolean =>
  sent !== null && isSameSecret(sent.codeHash, givenHash)
