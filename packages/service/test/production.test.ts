import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadModule, missingProviders } from '../src/composition/load-module.ts'
import { readConfig } from '../src/platform/config.ts'
import { startTestService, type TestService } from './harness.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { order, startKycSession } from './orders.ts'
import { startServing } from './process.ts'
import { createServiceData } from './service-data.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinslot-module-'))
afterAll(() => rmSync(folder, { recursive: true }))

let written = 0
const moduleOf = (source: string, ending = 'mjs'): string => {
  const path = join(folder, `module-${(written += 1)}.${ending}`)
  writeFileSync(path, source)
  return path
}

const acquirerWith = (saying: string): string =>
  `export const processor = { authorise() {}, result() {}, cancel() {}, ${saying} }`

describe('COINSLOT_MODULE that cannot be used stops the start with one line', () => {
  test.each([
    ['export const nothing = 1', /^COINSLOT_MODULE \(.*\) exports none of processor, kyc, sender, but nothing$/],
    ['export const processor = { authorise() {} }', /its export processor has no function result, cancel$/],
    [
      'export const kyc = () => "approved"',
      /its export kyc has no function review, result \(it is a function or class: /,
    ],
    ['export const sender = null', /its export sender has no function send$/],
    [
      acquirerWith('challengeOrigins: "https://bank.example"'),
      /challengeOrigins of its export processor must be a list of origins, /,
    ],
    [acquirerWith('challengeOrigins: ["https://bank.example; script-src *"]'), /: challengeOrigins of its export /],
    [acquirerWith('challengeOrigins: ["https://bank.example;sandbox"]'), /: challengeOrigins of its export /],
    [acquirerWith('challengeOrigins: ["https://bank.example,sandbox"]'), /: challengeOrigins of its export /],
    [acquirerWith('challengeOrigins: ["https://bank.example\\n"]'), /: challengeOrigins of its export /],
    [acquirerWith('brands: "visa"'), /: brands of its export processor must be a list of brands, such as visa /],
    [acquirerWith('brands: ["American Express"]'), /: brands of its export processor must be a list of brands, /],
    ['throw new Error("no key\\nmore")', /^COINSLOT_MODULE cannot be loaded \(.*\): no key$/],
    // As of a name with two addresses, at neither of which anybody listens.
    [
      'throw Object.assign(new AggregateError([]), { code: "ECONNREFUSED" })',
      /^COINSLOT_MODULE cannot be loaded \(.*\): ECONNREFUSED; to see where, run: node \/.*$/,
    ],
    ['throw new RangeError()', /^COINSLOT_MODULE cannot be loaded \(.*\): RangeError; to see where, run: node \/.*$/],
    [
      'throw { a: 1 }',
      /^COINSLOT_MODULE cannot be loaded \(.*\): it throws what is no Error; to see where, run: node \/.*$/,
    ],
    ['throw "no key"', /^COINSLOT_MODULE cannot be loaded \(.*\): no key$/],
    ['export const = 1', /^COINSLOT_MODULE cannot be loaded \(.*\): .+$/],
  ])('%s', async (source, line) => {
    await expect(loadModule({ module: moduleOf(source) })).rejects.toMatchObject({
      code: 'invalid_config',
      message: expect.stringMatching(line),
    })
  })

  test('a module that the engine refuses, whose fault may be in a file that it imports: Node shows where', async () => {
    const other = moduleOf('export const fee = settings.fee')
    const path = moduleOf(`export * from '${other}'`)
    await expect(loadModule({ module: path })).rejects.toThrow(
      `COINSLOT_MODULE cannot be loaded (${path}): settings is not defined; to see where, run: node ${path}`,
    )
  })

  test.each([
    [
      `export const processor = Promise.resolve({})`,
      'processor has no function authorise, result, cancel (it is a promise: await it)',
    ],
    [`export const procesor = {}; export const x = 1`, 'exports none of processor, kyc, sender, but procesor, x'],
    [
      `export default async () => ({})`,
      'exports none of processor, kyc, sender, but default (it is a function or class: ',
    ],
  ])('%s is told what it is instead', async (source, line) => {
    await expect(loadModule({ module: moduleOf(source) })).rejects.toThrow(line)
  })

  test('a module that awaits what never comes', async () => {
    const path = moduleOf(`await new Promise(() => {}); ${acquirerWith('')}`)
    await expect(loadModule({ module: path }, 10)).rejects.toThrow(
      /^COINSLOT_MODULE cannot be loaded \(.*\): what it awaits has not come within 0\.01 seconds$/,
    )
  })

  test('a module that is not there', async () => {
    const { module } = readConfig({ COINSLOT_MODULE: './nowhere.js' })
    await expect(loadModule({ module })).rejects.toThrow(/^COINSLOT_MODULE cannot be loaded \(\/.*nowhere\.js\): /)
  })
})

test('an acquirer of COINSLOT_MODULE may say where banks ask, and which brands it takes', async () => {
  const source = acquirerWith(
    'challengeOrigins: ["https:", "https://*.bank.example"], brands: ["visa", "american-express"]',
  )
  const { processor } = await loadModule({ module: moduleOf(source) })
  expect(processor?.brands).toEqual(['visa', 'american-express'])
})

test.each([
  ['mjs', 'export default { sender: { send() {} } }'],
  ['cjs', 'module.exports = { sender: { send() {} } }'],
  ['cjs', 'exports.__esModule = true; exports.default = { sender: { send() {} } }'],
])('COINSLOT_MODULE may export one object, and be CommonJS: .%s', async (ending, source) => {
  const { sender } = await loadModule({ module: moduleOf(source, ending) })
  expect(sender?.send).toBeTypeOf('function')
})

test('a process whose module keeps a timer, and a thread that the system does not give back, ends once it has stopped', async () => {
  const { env, remove } = await createServiceData()
  // Whoever opens it waits for somebody who writes, as who asks for a name waits for its servers.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const path = moduleOf(
    `import { open } from 'node:fs'; open('${pipe}', () => {}); ${acquirerWith('')}; setInterval(() => {}, 1_000); process.on('SIGTERM', () => setTimeout(() => process.exit(7), 6_000))`,
  )
  const serving = await startServing({ ...env, COINSLOT_MODULE: path })
  expect(await serving.end('SIGTERM')).toBe(0)
  await remove()
})

describe('SMTP variables', () => {
  test.each([
    [{ COINSLOT_SMTP_URL: 'https://mail.example' }, 'COINSLOT_SMTP_URL must be'],
    [{ COINSLOT_SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' }, 'COINSLOT_SMTP_URL must be'],
    [{ COINSLOT_SMTP_URL: 'smtp://mail.example' }, 'COINSLOT_SMTP_FROM must be set'],
    [{ COINSLOT_SMTP_URL: 'smtp://mail.example', COINSLOT_SMTP_FROM: 'a@b\r\nbcc: c@d' }, 'COINSLOT_SMTP_FROM must be'],
  ])('that cannot be used are named: %j', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(line)
  })
})

test('production says what is missing, sandbox nothing', () => {
  const production = { mode: 'production' as const, smtp: null }
  const provider = { review: async () => 'approved' as const, result: async () => 'approved' as const }
  expect(missingProviders({ ...production, mode: 'sandbox' }, { hasKyc: false })).toEqual([])
  expect(missingProviders(production, { hasKyc: false }).join('\n')).toMatch(/export processor[^]*export kyc/)
  expect(missingProviders(production, { kycProvider: provider, hasKyc: false }).join('\n')).toMatch(
    /COINSLOT_SMTP_URL[^]*codes to phones/,
  )
})

describe('in production, the module of the manual and a server of mail', () => {
  const asked: unknown[] = []
  const mails: { to: string[]; text: string }[] = []
  const acquirer = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      asked.push({ url: request.url, key: request.headers['idempotency-key'] })
      response.statusCode = request.url?.endsWith('/cancel') ? 404 : 200
      response.setHeader('content-type', 'application/json').end('{"status":"captured"}')
    })()
  })
  let smtp: MailServer
  let service: TestService

  beforeAll(async () => {
    smtp = await startMailServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('refused@') ? Object.assign(new Error(`no ${address}`), { responseCode: 550 }) : null),
      onData: (stream, session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => void (text += chunk.toString('utf8')))
        stream.on('end', () => {
          mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
          done()
        })
      },
    })
    acquirer.listen(0, '127.0.0.1')
    await once(acquirer, 'listening')
    const page = readFileSync(new URL('../../site/pages/guides/providers.md', import.meta.url), 'utf8')
    const [, source = ''] = /```js \[production\.js\]\n([^]*?)```/.exec(page) ?? []
    const origin = `http://127.0.0.1:${(acquirer.address() as AddressInfo).port}`
    const { module, smtp: smtpConfig } = readConfig({
      COINSLOT_MODULE: moduleOf(source.replace('https://acquirer.example', origin)),
      COINSLOT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      COINSLOT_SMTP_FROM: 'Coins <pay@example.com>',
    })
    service = await startTestService({
      config: { mode: 'production', allowPrivateWebhooks: false, module, smtp: smtpConfig },
    })
  })
  afterAll(async () => {
    await service.close()
    acquirer.close()
    await smtp.close()
  })

  test('a card is charged by the acquirer, under the reference as its key', async () => {
    const { page } = await order(service)
    await page.view()
    expect((await page.pay()).step).toBe('approved')
    expect(asked).toContainEqual({ url: '/charges', key: expect.stringMatching(/^[\w-]{36}$/) })
  })

  test('what the acquirer does not know yet is not taken for cancelled', async () => {
    const cancelling = service.deps.processor?.cancel(randomUUID(), AbortSignal.timeout(10_000))
    await expect(cancelling).rejects.toThrow('nothing that could be cancelled')
  })

  test('the code goes to the mailbox, opens it, and is in no log', async () => {
    const buyer = await startKycSession(service, 1)
    await buyer.view()
    expect((await buyer.act('/session/kyc/email', { email: 'ada@example.com' })).step).toBe('kyc_email_code')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toEqual(['ada@example.com'])
    const code = /code is (\d{6})\./.exec(mails[0]?.text ?? '')?.[1] ?? ''
    expect((await buyer.act('/session/kyc/email-code', { code })).step).toBe('kyc_approved')
    expect(service.logs.join('')).not.toMatch(new RegExp(`\\b${code}\\b`))
    expect(service.logs.join('')).not.toContain('ada@example.com')
  })

  test('a mailbox that the server refuses is told to the buyer, and a code in the log without the address', async () => {
    const buyer = await startKycSession(service, 1)
    await buyer.view()
    const view = await buyer.act('/session/kyc/email', { email: 'refused@example.com' })
    expect(view).toMatchObject({ step: 'kyc_email_code', problem: 'code_not_sent' })
    expect(service.logs.join('')).toMatch(/mail_refused: The SMTP server does not take the mail \(550\)/)
    expect(service.logs.join('')).not.toContain('refused@')
  })

  test('nobody can be asked for a test bank’s password', async () => {
    for (const path of ['/sandbox-bank/challenge', '/sandbox-bank/answer']) {
      expect((await service.post(path, {}, { token: null })).status, path).toBe(404)
    }
  })

  test('the log of the start says what nobody does yet', () => {
    expect(service.logs.join('')).toContain('Nobody sends codes to phones')
    expect(service.logs.join('')).not.toContain('Nobody charges cards')
  })
})
