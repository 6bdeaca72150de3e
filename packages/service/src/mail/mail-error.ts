import { codeOf } from '../db/error-code.ts'

type MailErrorCode = 'mail_unreachable' | 'mail_not_encrypted' | 'mail_sign_in_refused' | 'mail_refused'

const SENTENCES: Record<MailErrorCode, string> = {
  mail_unreachable:
    'The SMTP server of COINSLOT_SMTP_URL cannot be reached, does not answer in time, or takes no mail at all for now',
  mail_not_encrypted: 'The SMTP server of COINSLOT_SMTP_URL offers no encryption that can be trusted; nothing was sent',
  mail_sign_in_refused: 'The SMTP server refuses the user or password of COINSLOT_SMTP_URL',
  mail_refused: 'The SMTP server does not take the mail',
}

const CODES: Readonly<Record<string, MailErrorCode>> = {
  ECONNECTION: 'mail_unreachable',
  ETIMEDOUT: 'mail_unreachable',
  EDNS: 'mail_unreachable',
  EABORT: 'mail_unreachable',
  ESOCKET: 'mail_unreachable',
  ETLS: 'mail_not_encrypted',
  EAUTH: 'mail_sign_in_refused',
}
const TLS = /certificate|self-signed|tls|ssl/i
/** Not the mailbox's word, but that of a server which takes mail of nobody, or of nobody who has not signed in (RFC 3463 §3.8). */
const POLICY = /(?<![\w.])5\.7\.\d|relay|authenticat/i
const WORD = /\S+/g
/** Servers repeat an address in what they say of it, and it may hold any word. */
const withoutAddresses = (text: string): string => text.replaceAll(WORD, (word) => (word.includes('@') ? '' : word))

/** Mail was not handed over. Neither the recipient nor what the server said of them is in it: it may be logged. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly code: MailErrorCode
  /** The server will never take mail for this recipient: there is no sense in trying again. */
  readonly isFinal: boolean

  constructor(code: MailErrorCode, { status, isFinal = false }: { status?: number; isFinal?: boolean } = {}) {
    super(status === undefined ? SENTENCES[code] : `${SENTENCES[code]} (${status})`)
    this.code = code
    this.isFinal = isFinal
  }
}

/** The server's word on itself (RFC 5321 §3.1, §3.8): that it greets nobody, or that it ends here. */
const takesNone = (command: unknown, status: number): boolean => command === 'CONN' || status === 421

/** What the mailer threw, without personal data. */
export const toMailError = (error: unknown): MailError => {
  if (!(error instanceof Error)) return new MailError('mail_unreachable')
  const status = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  const command = 'command' in error ? error.command : null
  const response = 'response' in error ? withoutAddresses(String(error.response)) : ''
  // RFC 5321 §4.2.1: 5yz is permanent.
  const isFinal = status >= 500 && command === 'RCPT TO' && !POLICY.test(response)
  const code = codeOf(error)
  const known = CODES[code]
  // A name that is not found stands in the message: many servers have one like ssl.example.com.
  if (known === 'mail_unreachable' && code !== 'EDNS' && TLS.test(error.message))
    return new MailError('mail_not_encrypted')
  const otherwise = takesNone(command, status) ? 'mail_unreachable' : 'mail_refused'
  return new MailError(known ?? otherwise, status === 0 ? {} : { status, isFinal })
}
