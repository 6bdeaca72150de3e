import { codeMail } from '../kyc/code-mail.ts'
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

/** Sends codes by mail over SMTP where that is configured, and all others through the one given. */
export const codeSenderOf = (mailer: Mailer | null, given: CodeSender | null): CodeSender => ({
  send: async (channel, destination, code, signal, language) => {
    if (channel === 'email' && mailer !== null) return mailer.send({ to: destination, ...codeMail(code, language) })
    if (given === null) throw new NoSenderError(channel)
    return given.send(channel, destination, code, signal, language)
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
