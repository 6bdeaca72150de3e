import { LIMITS } from '@coinslot/contract'
import type { CodeSender, KycServices } from '../kyc/provider.ts'
import type { Mailer } from '../mail/mailer.ts'

/** Nobody was named to bring codes to phones, or to mailboxes. */
class NoSenderError extends Error {
  override readonly name = 'NoSenderError'
  readonly code = 'no_code_sender'

  constructor(channel: string) {
    super(`Nobody sends codes by ${channel}: export sender from COINSLOT_MODULE`)
  }
}

const codeMail = (to: string, code: string) => ({
  to,
  subject: 'Your one-time code',
  text: [
    `Your one-time code is ${code}.`,
    '',
    `It can be used for ${LIMITS.codeMinutes} minutes. Nobody will ever ask you for it by phone or mail.`,
    'If you did not ask for a code, you need to do nothing.',
    '',
  ].join('\n'),
})

/** Sends codes by mail over SMTP where that is configured, and all others through the one given. */
export const codeSenderOf = (mailer: Mailer | null, given: CodeSender | null): CodeSender => ({
  send: async (channel, destination, code, signal) => {
    if (channel === 'email' && mailer !== null) return mailer.send(codeMail(destination, code))
    if (given === null) throw new NoSenderError(channel)
    return given.send(channel, destination, code, signal)
  },
})

/** Sandbox checks, whose published codes are sent as well where there is somebody to send them. */
export const sandboxWith = (
  sandbox: KycServices,
  mailer: Mailer | null,
  given: CodeSender | undefined,
): KycServices => ({
  ...sandbox,
  sender: codeSenderOf(mailer, given ?? sandbox.sender),
})
