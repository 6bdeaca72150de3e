import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  readonly port: number
  /** The mails that it took, as they came. */
  readonly taken: string[]
  close(): Promise<void>
}

/** A real SMTP server on loopback. @param port default any */
export const startMailServer = async (options: SMTPServerOptions = {}, port = 0): Promise<MailServer> => {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** The value of a header of a mail; null without it. */
export const headerOf = (mail: string, name: string): string | null => {
  const head = (mail.split(/\r?\n\r?\n/)[0] ?? '').replaceAll(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(head)?.[1] ?? null
}

/** Everything that a mail says, its parts decoded (RFC 2045 §6). */
export const decodedMail = (mail: string): string =>
  mail
    .split(/^--.*$/m)
    .map((part) => {
      const [head = '', ...rest] = part.trim().split(/\r?\n\r?\n/)
      const body = rest.join('\n\n')
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString('utf8')
      const bytes = body
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : body
    })
    .join('\n')
