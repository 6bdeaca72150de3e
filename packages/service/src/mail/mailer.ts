import { domainToASCII } from 'node:url'
import { isLoopback } from '../platform/loopback.ts'
import { partsOfMailAddress, type SmtpConfig } from '../platform/smtp-rules.ts'
import { BoundedSocket } from './bounded-socket.ts'
import { toMailError } from './mail-error.ts'

const CONNECT_TIMEOUT_MS = 5_000
const ANSWER_TIMEOUT_MS = 8_000
/** How many such times a mail has in all: a server may send parts of an answer, each in time, without end. */
const ANSWER_TIMES = 8

/** One mail to one recipient. */
interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Makes the `Message-ID`, so that mail clients fold what was sent twice; letters, digits, points and dashes. */
  readonly id?: string
}

/** Hands mail over to a server, each on a connection of its own. */
export interface Mailer {
  /** @throws {MailError} when the server has not taken it. */
  send(mail: Mail): Promise<void>
}

/** How a server is talked to: in clear text on loopback alone, and to certificates that can be trusted. */
export const transportOptions = ({ host, port, isImplicitTls, user }: SmtpConfig, timeoutMs = ANSWER_TIMEOUT_MS) => {
  const isLocal = isLoopback(host) && !isImplicitTls
  return {
    host,
    port,
    secure: isImplicitTls,
    requireTLS: !isLocal && !isImplicitTls,
    ignoreTLS: isLocal,
    tls: { minVersion: 'TLSv1.2' as const },
    ...(user === null ? {} : { auth: { user: user.name, pass: user.password } }),
    dnsTimeout: CONNECT_TIMEOUT_MS,
    // For the name, the connection, the greeting and an upgrade to TLS in all: servers may have reasons to greet late.
    connectionTimeout: 2 * CONNECT_TIMEOUT_MS + 2 * timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  }
}

/**
 * A header of ASCII alone is sent as it stands, and what reads in it as an encoded word (RFC 2047) is shown as what that says,
 * marks of direction included: within its beginning stands what nobody sees, and has all of the header encoded.
 */
const asWritten = (subject: string): string => subject.replaceAll('=?', '=\u2060?')

/**
 * @param timeoutMs how long an answer of the server is waited for; a mail has eight times as long. Default: 8 seconds.
 * @param connectMs how long a connection is waited for. Default: 5 seconds.
 */
export const createMailer = (
  smtp: SmtpConfig,
  timeoutMs = ANSWER_TIMEOUT_MS,
  connectMs = CONNECT_TIMEOUT_MS,
): Mailer => {
  // In parts: a text may be a list, or hold a comment or a group, by the marks in its name.
  const from = partsOfMailAddress(smtp.from)
  const named = from.address.replace(/^.*@/, '')
  // Headers are ASCII; an address in brackets is no domain, and stays.
  const domain = domainToASCII(named) || named
  return {
    send: async ({ to, id, subject, ...content }) => {
      try {
        // Most services never send mail: what does is read when it is needed.
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({
          ...transportOptions(smtp, timeoutMs),
          socket: new BoundedSocket(connectMs),
        })
        const mail = {
          from,
          // An object is one address, whatever stands in it; a text may be a list.
          to: { name: '', address: to },
          subject: asWritten(subject),
          ...content,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          headers: { 'auto-submitted': 'auto-generated' },
          signal: AbortSignal.timeout(ANSWER_TIMES * timeoutMs),
        }
        await transport.sendMail(mail)
      } catch (error) {
        throw toMailError(error)
      }
    },
  }
}
