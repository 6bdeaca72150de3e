import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { headerOf, startMailServer } from '../../test/mail-server.ts'
import { readSmtpUrl, type SmtpConfig } from '../platform/smtp-rules.ts'
import { BoundedSocket } from './bounded-socket.ts'
import { toMailError } from './mail-error.ts'
import { createMailer, transportOptions } from './mailer.ts'

const tlsFile = (kind: 'key' | 'cert') =>
  readFileSync(new URL(`../../test/tls/right.example.${kind}.pem`, import.meta.url))

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const startServer = async (options: SMTPServerOptions = {}) => {
  const server = await startMailServer(options)
  closing.push(() => void server.close())
  return server
}

/** A server that says to whoever comes what no server of mail says, or nothing. */
const speak = async (say: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    say(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { server, port: (server.address() as AddressInfo).port }
}

const configOf = (url: string): SmtpConfig => {
  const read = readSmtpUrl(url)
  if (read === null) throw new Error('no address of a server')
  return { ...read, from: 'Coins <pay@example.com>' }
}
const MAIL = { to: 'ada@example.com', subject: 'Your one-time code', text: 'Your one-time code is 482910.' }
const send = (url: string, to = MAIL.to) => createMailer(configOf(url), 1_000).send({ ...MAIL, to })

/** What a mail program shows of a header (RFC 2047), but for what nobody sees. */
const shownOf = (header: string): string =>
  header
    .replaceAll(/\?= (?==\?)/g, '?=')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, words: string) =>
      /b/i.test(how)
        ? Buffer.from(words, 'base64').toString()
        : decodeURIComponent(words.replaceAll('%', '=25').replaceAll('_', ' ').replaceAll('=', '%')),
    )
    .replaceAll('\u2060', '')

describe('mail by SMTP', () => {
  test('is taken by a server, from the sender and to the recipient', async () => {
    const { port, taken } = await startServer()
    await send(`smtp://127.0.0.1:${port}`)
    expect(taken).toHaveLength(1)
    expect(taken[0]).toMatch(/^From: Coins <pay@example\.com>\r?$/m)
    expect(taken[0]).toMatch(/^To: ada@example\.com\r?$/m)
    // RFC 3834: no absence note answers it.
    expect(taken[0]).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(taken[0]).toContain('482910')
  })

  test.each([
    [550, '5.1.1 <ada@example.com>: no such mailbox', true],
    [550, 'no such mailbox', true],
    [500, 'no such mailbox', true],
    [452, 'mailbox full', false],
    [554, '5.7.1 <ada@example.com>: Relay access denied', false],
    [550, 'relay not permitted', false],
    [550, '5.1.1 <ada@relay.example.com>: Recipient address rejected: User unknown', true],
    [550, '5.7.54 SMTP; Unable to relay recipient in non-accepted domain', false],
    [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", false],
    [550, '5.1.1 no such mailbox on mx5.7.1.example.com', true],
    [530, 'Authentication required', false],
  ])('is refused for good where the server says %i %s: %s', async (responseCode, said, isFinal) => {
    const { port } = await startServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error(said), { responseCode })),
    })
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_refused', isFinal })
  })

  test.each([
    ['greets nobody', '554 5.3.2 mail.example.com takes no mail', [], 554],
    ['ends as soon as it hears who comes', '220 mail.example.com', ['421 4.3.2 closes'], 421],
    [
      'ends at the recipient',
      '220 mail.example.com',
      ['250 mail.example.com', '250 sender', '421 4.7.0 too much mail from here, see ssl.example.com'],
      421,
    ],
  ])('does not reach a server that %s', async (_when, greeting, answers, status) => {
    const { port } = await speak((socket) => {
      const left = [...answers]
      socket.write(`${greeting}\r\n`)
      socket.on('data', () => socket.write(`${left.shift() ?? greeting}\r\n`))
    })
    const refused = { code: 'mail_unreachable', isFinal: false, message: expect.stringContaining(`(${status})`) }
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject(refused)
  })

  test('is refused by the mailbox alone for good: a server that does not take the sender may take it later', async () => {
    const { port } = await startServer({
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('5.1.8 sender unknown'), { responseCode: 550 })),
    })
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_refused', isFinal: false })
  })

  test('has the subject that was written, also where a name in it reads as one that is encoded', async () => {
    const { port, taken } = await startServer()
    const subject = 'Your receipt from =?utf-8?Q?=E2=80=AEeliated=0D=0A?= =?UTF-8?B?RXZl?='
    await createMailer(configOf(`smtp://127.0.0.1:${port}`), 1_000).send({ ...MAIL, subject })
    expect(shownOf(headerOf(taken[0] ?? '', 'subject') ?? '')).toBe(subject)
  })

  test('is kept where the server says only in a later line that it takes none from here', () => {
    const response = '550-Your mail was not taken.\n550 5.7.1 See https://mail.example.com/policy'
    const refusal = Object.assign(new Error('refused'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
    expect(toMailError(Object.assign(refusal, { response }))).toMatchObject({ code: 'mail_refused', isFinal: false })
  })

  test('is refused by a word without end as by any other, and nothing else waits for that', () => {
    const response = `550 5.1.1 ${'x'.repeat(600_000)}`
    const refusal = Object.assign(new Error('refused'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
    expect(toMailError(Object.assign(refusal, { response }))).toMatchObject({ code: 'mail_refused', isFinal: true })
  })

  test.each([
    ['Coins (EU) <pay@example.com>', '"Coins (EU)" <pay@example.com>'],
    ['Coins: worlds; more <pay@example.com>', '"Coins: worlds; more" <pay@example.com>'],
    ['"Coins, Inc." <pay@example.com>', '"Coins, Inc." <pay@example.com>'],
    ['O"Neil\'s <pay@example.com>', '"O\\"Neil\'s" <pay@example.com>'],
    ['pay@example.com', 'pay@example.com'],
  ])('comes from %s, whatever its name holds', async (from, expected) => {
    const { port, taken } = await startServer()
    await createMailer({ ...configOf(`smtp://127.0.0.1:${port}`), from }, 1_000).send({ ...MAIL, id: 'receipt.1' })
    expect(taken[0]?.split('\r\n')).toEqual(
      expect.arrayContaining([`From: ${expected}`, 'Message-ID: <receipt.1@example.com>']),
    )
  })

  test.each([
    ['pay@münze.example', 'xn--mnze-0ra.example'],
    ['pay@[192.0.2.1]', '[192.0.2.1]'],
  ])('has headers of ASCII alone where it comes from %s', async (address, domain) => {
    const { port, taken } = await startServer()
    const mailer = createMailer({ ...configOf(`smtp://127.0.0.1:${port}`), from: `Münze <${address}>` }, 1_000)
    await mailer.send({ ...MAIL, id: 'receipt.1' })
    const [head = ''] = taken[0]?.split('\r\n\r\n') ?? []
    expect(head).toMatch(/^[\r\n -~]+$/)
    expect(headerOf(head, 'message-id')).toBe(`<receipt.1@${domain}>`)
  })

  test('signs in with the user and password of the address', async () => {
    const seen: unknown[] = []
    const { port } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, password === 'p@ss' ? { user: username } : undefined)
      },
    })
    await send(`smtp://pay%40example.com:p%40ss@127.0.0.1:${port}`)
    expect(seen[0]).toEqual(['pay@example.com', 'p@ss'])
    await expect(send(`smtp://pay:wrong@127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_sign_in_refused' })
  })

  test('that is refused names neither the recipient nor the code', async () => {
    const { port } = await startServer({
      onRcptTo: ({ address }, _session, done) =>
        done(Object.assign(new Error(`<${address}> is not known here`), { responseCode: 550 })),
    })
    const error = await send(`smtp://127.0.0.1:${port}`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'mail_refused', message: expect.stringContaining('550') })
    expect(`${String(error)} ${(error as Error).stack} ${JSON.stringify(error)}`).not.toMatch(/ada@|482910/)
  })

  test('goes to one recipient, whatever the address says', async () => {
    const recipients: string[] = []
    const { port } = await startServer({
      onRcptTo: ({ address }, _session, done) => {
        recipients.push(address)
        done()
      },
    })
    await send(`smtp://127.0.0.1:${port}`, 'ada@example.com, eve@example.com').catch(() => undefined)
    expect(recipients.length).toBeLessThanOrEqual(1)
  })

  test('fails with a code where nobody listens, and where nobody answers', async () => {
    await expect(send('smtp://127.0.0.1:1')).rejects.toMatchObject({
      name: 'MailError',
      code: 'mail_unreachable',
      message:
        'The SMTP server of COINSLOT_SMTP_URL cannot be reached, does not answer in time, or takes no mail at all for now',
      isFinal: false,
    })
    await expect(send('smtps://ssl.invalid')).rejects.toMatchObject({ code: 'mail_unreachable' })
    const { port } = await speak(() => {})
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_unreachable' })
  })

  test('is taken by a server that greets later than a connection may take', async () => {
    const { port, taken } = await startServer({
      onConnect: (_session, done) => void setTimeout(done, 200),
    })
    await createMailer(configOf(`smtp://127.0.0.1:${port}`), 2_000, 100).send(MAIL)
    expect(taken).toHaveLength(1)
    expect(transportOptions(configOf('smtp://mail.example.com')).connectionTimeout).toBeGreaterThan(5_000 + 8_000)
  })

  test('is given up where no connection comes about in time, as while a name is looked up', async () => {
    // Whoever connects it later listens to its errors only then.
    vi.useFakeTimers()
    const unused = new BoundedSocket(1)
    vi.runAllTimers()
    vi.useRealTimers()
    expect(unused.destroyed).toBe(false)
    const socket = new BoundedSocket(50).connect({ port: 25, host: 'mail.example', lookup: () => undefined })
    await expect(once(socket, 'connect')).rejects.toThrow('No connection in time')
  })

  test('is given up where the server answers without end', async () => {
    const { server, port } = await speak((socket) => {
      socket.write('220 mail.example.com\r\n')
      socket.on('data', (line) => {
        if (!String(line).startsWith('RCPT')) return socket.write('250 mail.example.com\r\n')
        const dripping = setInterval(() => socket.write('250-going on\r\n'), 10)
        return socket.on('close', () => clearInterval(dripping))
      })
    })
    const isCutOff = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const sent = createMailer(configOf(`smtp://127.0.0.1:${port}`), 100).send(MAIL)
    await expect(sent).rejects.toMatchObject({ code: 'mail_unreachable' })
    await isCutOff
  })

  test('is given up where the server says far more than anybody needs, though it would take the mail after that', async () => {
    const { port } = await speak((socket) => {
      socket.write(`${' '.repeat(1_000)}\r\n`.repeat(1_000))
      socket.write('220 mail.example.com\r\n')
      socket.on('data', (line) => socket.write(String(line).startsWith('DATA') ? '354 go on\r\n' : '250 OK\r\n'))
    })
    await expect(send(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_unreachable' })
  })

  test('goes to no server whose certificate cannot be trusted', async () => {
    const { port, taken } = await startServer({ secure: true, key: tlsFile('key'), cert: tlsFile('cert') })
    await expect(send(`smtps://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'mail_not_encrypted' })
    expect(taken).toEqual([])
  })

  test('leaves the machine under TLS alone', () => {
    expect(transportOptions(configOf('smtp://mail.example.com'))).toMatchObject({
      requireTLS: true,
      ignoreTLS: false,
      port: 587,
    })
    expect(transportOptions(configOf('smtps://mail.example.com'))).toMatchObject({ secure: true, port: 465 })
    expect(transportOptions(configOf('smtp://10.0.0.7'))).toMatchObject({ requireTLS: true, ignoreTLS: false })
    expect(transportOptions(configOf('smtp://[::1]:25'))).toMatchObject({
      requireTLS: false,
      ignoreTLS: true,
      host: '::1',
    })
  })
})
