import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { tokenSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { controlSocketPath, encodeFrame } from '../src/cli/control-channel.ts'
import { lockDataFolder } from '../src/db/data-folder-lock.ts'
import { runCommandHere } from './command-here.ts'
import { type Finished, startListening, startServing, type ServingProcess, startUntil, runCommand } from './process.ts'
import { createServiceData } from './service-data.ts'
import { onServer, testDatabase } from './databases.ts'

const credentialsSchema = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  merchant_id: z.uuid(),
})

let data: Awaited<ReturnType<typeof createServiceData>>
const run = (...words: string[]) => runCommandHere(words, data.env)
const runAlone = (...words: string[]) => runCommand(words, data.env)
const printed = ({ code, out, err }: Finished): unknown => {
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
const json = async (...words: string[]): Promise<unknown> => printed(await run(...words, '--json'))
/** What no database has a part in is shown beside one of them. */
const isEmbedded = testDatabase === 'embedded'

beforeAll(async () => {
  data = await createServiceData()
})
afterAll(() => data.remove())

describe('commands without a running service (decisions.md §9)', () => {
  test('open the data themselves', async () => {
    const created = printed(await runAlone('clients', 'create', '--merchant', 'Alone', '--json'))
    const { client_id } = credentialsSchema.parse(created)
    expect(printed(await runAlone('clients', 'list', '--json'))).toContainEqual(
      expect.objectContaining({ client_id, merchant: 'Alone' }),
    )
  })
})

test.runIf(testDatabase === 'postgres')('listen goes on where its connections are lost', async () => {
  const { merchant_id: id } = credentialsSchema.parse(await json('clients', 'create', '--merchant', 'Heard'))
  const listening = await startListening(data.env)
  const idle = "from pg_stat_activity where datname = current_database() and state = 'idle'"
  await onServer(data.env['COINSLOT_DATABASE_URL'] ?? '', `select pg_terminate_backend(pid) ${idle}`)
  await json('trigger', 'payment_approved', '--merchant', id)
  await expect.poll(() => listening.said.join('\n')).toContain('payment_approved')
  expect(await listening.end('SIGTERM')).toBe(0)
})

// In this order: the last test ends the service that the others ask.
describe('commands while the service runs on the same data (decisions.md §9)', { shuffle: false }, () => {
  let serving: ServingProcess

  beforeAll(async () => {
    const url = data.env['COINSLOT_DATABASE_URL']
    const misspelt = {
      COINSLOT_PROT: '1',
      ...(url === undefined ? {} : { COINSLOT_DATABASE_URL: `${url}?schema=pay` }),
    }
    serving = await startServing({ ...data.env, COINSLOT_LOG_LEVEL: 'info', ...misspelt })
  })

  test('says at the start what it is and how it is configured, in JSON alone, without secrets', () => {
    const lines = serving.said.map((line): Record<string, unknown> => JSON.parse(line))
    expect(lines[0]).toMatchObject({
      msg: 'Coinslot starts',
      version: expect.any(String),
      config: { mode: 'sandbox', data: expect.any(String), secret_keys: testDatabase === 'postgres' ? 1 : 'generated' },
    })
    const isTold = (words: string) => lines.some(({ msg }) => String(msg).includes(words))
    expect(isTold('COINSLOT_PORT was likely meant')).toBe(true)
    expect(isTold('schema of COINSLOT_DATABASE_URL has no effect')).toBe(testDatabase === 'postgres')
    expect(serving.said.join('\n')).not.toMatch(/a secret key for tests|postgres:postgres/)
  })

  test('listen ends where its reader has read enough', async () => {
    const { merchant_id: id } = credentialsSchema.parse(await json('clients', 'create', '--merchant', 'Read'))
    const ended = (await startListening(data.env)).leaveUnread()
    await json('trigger', 'payment_approved', '--merchant', id)
    expect(await ended).toBe(0)
  })

  test('clients create subscribes a webhook and prints what a shop keeps in its .env', async () => {
    const endpoint = 'http://localhost:3000/coinslot/webhook'
    const first = z
      .object({ merchant_id: z.uuid(), signing_key: z.string() })
      .parse(await json('clients', 'create', '--merchant', 'Env', '--webhook', endpoint))
    const { out } = await runAlone('clients', 'create', '--merchant', first.merchant_id, '--webhook', endpoint, '--env')
    const { COINSLOT_SIGNING_KEY: key, ...rest } = parseEnv(out)
    expect(first.signing_key).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(key).toBe(first.signing_key)
    expect(rest).toEqual({
      COINSLOT_BASE_URL: expect.stringMatching(/^http:/),
      COINSLOT_CLIENT_ID: expect.any(String),
      COINSLOT_CLIENT_SECRET: expect.any(String),
    })
  })

  test('clients create prints its three values as one JSON value', async () => {
    const words = ['clients', 'create', '--merchant', 'Beside', '--origin', 'https://shop.example', '--no-compliance']
    const credentials = credentialsSchema.parse(await json(...words))
    const clients = z.array(z.record(z.string(), z.unknown())).parse(await json('clients', 'list'))
    expect(clients.find(({ client_id }) => client_id === credentials.client_id)).toMatchObject({
      merchant: 'Beside',
      status: 'enabled',
      origins: ['https://shop.example'],
      permissions: ['payments', 'notifications'],
    })
    expect(JSON.stringify(clients)).not.toContain(credentials.client_secret)
  })

  test('clients rotate and disable', async () => {
    const { client_id, client_secret } = credentialsSchema.parse(
      await json('clients', 'create', '--merchant', 'Beside'),
    )
    const rotated = z.object({ client_secret: z.string() }).parse(await json('clients', 'rotate', client_id))
    expect(rotated.client_secret).not.toBe(client_secret)
    const kept = await json('clients', 'rotate', client_id, '--keep-old')
    expect(kept).toEqual({
      client_id,
      client_secret: expect.any(String),
      old_secret_until: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await json('clients', 'list')).toContainEqual(
      expect.objectContaining({
        client_id,
        old_secret_until: z.object({ old_secret_until: z.string() }).parse(kept).old_secret_until,
      }),
    )
    const both = await run('clients', 'rotate', client_id, '--keep-old', '--revoke-tokens')
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('for one that has leaked')])
    expect(await json('clients', 'disable', client_id)).toEqual({ client_id, status: 'disabled' })
  })

  test('clients update changes origins and return URL, and leaves what is not said', async () => {
    const created = await json('clients', 'create', '--merchant', 'Moved', '--origin', 'https://old.example')
    const { client_id } = credentialsSchema.parse(created)
    const words = ['--origin', 'http://localhost:3000', '--origin', 'http://127.0.0.1:3000/']
    const origins = ['http://localhost:3000', 'http://127.0.0.1:3000']
    expect(await json('clients', 'update', client_id, ...words)).toEqual({ client_id, origins, return_url: null })
    const return_url = 'https://shop.example/back'
    expect(await json('clients', 'update', client_id, '--return-url', return_url)).toEqual({
      client_id,
      origins,
      return_url,
    })
    expect((await run('clients', 'update', client_id)).code).toBe(2)
    expect((await run('clients', 'update', 'nobody', '--return-url', return_url)).code).toBe(1)
  })

  test('people are told which data a command is about, also when it fails', async () => {
    const name = data.env['COINSLOT_DATA_DIR'] ?? new URL(data.env['COINSLOT_DATABASE_URL'] ?? '').pathname
    const { err } = await runCommandHere(['bans', 'list'], { ...data.env, COINSLOT_DATADIR: '/elsewhere' })
    expect(err.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^Data: .*${name}$`)),
      expect.stringMatching(/^COINSLOT_DATADIR .*COINSLOT_DATA_DIR was likely meant$/),
      '',
    ])
    expect((await run('bans', 'remove', 'nobody')).err).toContain(name)
  })

  test('bans and wallets', async () => {
    await json('bans', 'add', 'ada@example.com')
    expect(await json('bans', 'list')).toContain('ada@example.com')
    await json('bans', 'remove', 'ADA@example.com')
    expect(await json('bans', 'list')).toEqual([])
    await json('wallets', 'flag', '0xabc')
    expect(await json('wallets', 'list')).toEqual(['0xabc'])
    await json('wallets', 'unflag', '0xabc')
    expect((await run('wallets', 'list')).out).toBe('No wallet is flagged.\n')
  })

  test('merchants update, keys rotate, migrate', async () => {
    const { merchant_id } = credentialsSchema.parse(await json('clients', 'create', '--merchant', 'Beside'))
    expect(await json('merchants', 'update', merchant_id, '--amount-max', '50.00', '--no-compliance')).toMatchObject({
      merchant_id,
      amount_max: '50.00',
      compliance: false,
    })
    expect(await json('keys', 'rotate')).toEqual({ kid: expect.any(String) })
    expect(await json('migrate')).toEqual({ migrated: true })
    expect(await json('migrate', '--plan')).toEqual({ pending: [] })
  })

  test('what cannot be done is one line on standard error and exit code 1', async () => {
    for (const words of [
      ['clients', 'disable', 'nobody'],
      ['bans', 'remove', 'nobody'],
      ['merchants', 'update', 'x', '--payments'],
    ]) {
      const { code, out, err } = await run(...words)
      expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 1, out: '', lines: 1 })
    }
  })
  test('new credentials work at once', async () => {
    const { client_id, client_secret } = credentialsSchema.parse(await json('clients', 'create', '--merchant', 'New'))
    const response = await fetch(`${serving.baseUrl}/auth/v1/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret }),
    })
    const answer = z.object({ data: tokenSchema }).parse(await response.json())
    expect(answer.data.expires_in).toBe(3_600)
  })

  test.runIf(isEmbedded)(
    'a caller that is killed before it has read its answer takes nothing else with it',
    async () => {
      const caller = connect(controlSocketPath(data.env['COINSLOT_DATA_DIR'] ?? '')).pause()
      await new Promise((resolve) => caller.write(encodeFrame({ words: ['bans', 'list'], folder: '/' }), resolve))
      // Asked behind it, and so answered behind it.
      await json('bans', 'list')
      caller.destroy()
      await once(caller, 'close')
      expect(await json('bans', 'list')).toEqual([])
    },
  )

  test.runIf(isEmbedded)('a second service on the same data is one clear line and exit code 1', async () => {
    const { code, err } = await runAlone('serve')
    expect(code).toBe(1)
    expect(err).toMatch(/^The data folder .* is in use by another process; .*\n$/)
  })

  test('SIGTERM ends it with exit code 0', async () => {
    expect(await serving.end('SIGTERM')).toBe(0)
  })
})

test.runIf(isEmbedded)(
  'SIGHUP, as of a terminal that is closed, drains it, and nothing changes where it or SIGTERM comes again',
  async () => {
    const draining = await startServing({ ...data.env, COINSLOT_LOG_LEVEL: 'info', COINSLOT_DRAIN_SECONDS: '3' })
    const isDraining = async () => (await fetch(`${draining.baseUrl}/readyz`)).status === 503
    const ended = draining.end('SIGHUP')
    for (const again of ['SIGHUP', 'SIGTERM', 'SIGTERM'] as const) {
      await expect.poll(isDraining).toBe(true)
      void draining.end(again)
    }
    expect(await ended).toBe(0)
    const said = draining.said.map((line) => JSON.parse(line))
    expect(said).toContainEqual(expect.objectContaining({ reason: 'SIGHUP', msg: 'Coinslot stops' }))
    expect(said.at(-1)).toMatchObject({ msg: 'Coinslot has stopped' })
  },
)

test.runIf(isEmbedded)('--version and --help need neither data nor configuration', async () => {
  const env = { COINSLOT_PORT: 'nonsense' }
  expect((await runCommandHere(['--version'], env)).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await runCommandHere(['clients', 'create', '--help'], env)).out).toContain('--merchant NAME')
})

describe('what stops the start', () => {
  test.runIf(isEmbedded)(
    'a wrong environment is one line that names the variable, and exit code 1 (decisions.md §9)',
    async () => {
      const { code, out, err } = await runCommand(['serve'], { ...data.env, COINSLOT_PORT: '70000' })
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: 'COINSLOT_PORT must be a port from 0 to 65535, not "70000"\n',
      })
    },
  )

  test.runIf(isEmbedded)('wrong usage is one line, and exit code 2', async () => {
    const { code, out, err } = await runAlone('clients', 'create')
    expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 })
  })

  const MERCHANT = '6f1c9d0e-5b7a-4e0d-9a3c-2f8b1d4e7a60'
  test.each([
    [['clients', 'create'], '--merchant is required'],
    [['clients', 'create', '--merchant', 'A'.repeat(101)], '--merchant must be a name of 1 to 100 characters'],
    [['clients', 'create', '--merchant', ' '], '--merchant must be a name of 1 to 100 characters'],
    [['clients', 'create', '--merchant', 'Eve\nAda'], '--merchant must be a name of 1 to 100 characters'],
    [['clients', 'create', '--merchant', 'A', '--origin', 'shop.example'], '--origin must be an origin'],
    [['clients', 'create', '--merchant', 'A', '--webhook', 'nowhere'], '--webhook must be an http or https URL'],
    [
      ['clients', 'create', '--merchant', 'A', '--env', '--json'],
      '--env prints lines, --json an object: give one of them',
    ],
    [['clients', 'create', '--merchant', 'A', '--env', '--env-to', '.env'], 'give one of them'],
    [['clients', 'create', '--merchant', 'A', '--env-to', ''], '--env-to must not be empty'],
    [['clients', 'update', 'x'], 'say what to change'],
    [['merchants', 'update', MERCHANT], 'say what to change'],
    [['merchants', 'update', MERCHANT, '--amount-min', 'much'], '--amount-min must be an amount'],
    [['merchants', 'update', MERCHANT, '--display-name', 'semaG \u202eEve'], '--display-name must be a name'],
    [['merchants', 'update', MERCHANT, '--logo', 'logo.png'], '--logo must be an address'],
    [['bans', 'add', ' '], 'must not be empty'],
    [['bans', 'remove', ' '], 'must not be empty'],
    [['wallets', 'flag', ''], 'must not be empty'],
    [['wallets', 'unflag', ''], 'must not be empty'],
    [['trigger', 'nonsense', '--merchant', MERCHANT], 'EVENT must be one of'],
    [['trigger', 'payment_approved'], '--merchant is required'],
    [['trigger', 'payment_approved', '--merchant', 'Me'], '--merchant must be the id of a merchant'],
    [['listen', '--forward-to', 'nowhere'], '--forward-to must be an http or https URL'],
    [['listen', '--merchant', 'Me'], '--merchant must be the id of a merchant'],
    [
      ['dashboard', '--merchant', 'Me'],
      '--merchant must be the id of a merchant (see coinslot-service merchants list)',
    ],
    [['dashboard', '--operator', '--merchant', MERCHANT], 'not both'],
    [['backup'], '--to is required'],
    [['restore'], '--from is required'],
    [['move', '--to', 'mysql://localhost/x'], '--to must be a postgres:// URL'],
    [['move', '--to', 'postgres://localhost/x?schema=pay'], 'The parameter schema of --to has no effect'],
  ])('wrong arguments of %j are told before any data is opened or made', async (words, said) => {
    const folder = join(tmpdir(), `coinslot-never-made-${process.pid}`)
    const { code, out, err } = await runCommandHere(words, { COINSLOT_DATA_DIR: folder })
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(said) })
    expect(existsSync(folder)).toBe(false)
  })

  test.runIf(isEmbedded)('a password that is missing is one clear line, and nobody waits for the server', async () => {
    const message = (kind: number, text: string) => {
      const head = Buffer.from([82, 0, 0, 0, 8 + text.length, 0, 0, 0, kind])
      return Buffer.concat([head, Buffer.from(text)])
    }
    const answers = [message(10, 'SCRAM-SHA-256\0\0'), message(11, 'r=x,s=eA==,i=4096')]
    const server = createServer((socket) => socket.on('data', () => socket.write(answers.shift() ?? '')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { code, err } = await runCommand(['migrate'], {
      COINSLOT_DATABASE_URL: `postgres://ada@127.0.0.1:${(server.address() as AddressInfo).port}/coins`,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: 'k'.repeat(32),
    })
    server.close()
    expect(err).toMatch(/^The database of COINSLOT_DATABASE_URL \(move: --to\) asks for a password, and none is given /)
    expect(code).toBe(1)
  })

  test('a port in use is one clear line and exit code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, err } = await runCommand(['serve'], { ...data.env, COINSLOT_PORT: String(port) })
    const operations = await runCommand(['serve'], { ...data.env, COINSLOT_OPERATIONS_PORT: String(port) })
    server.close()
    expect(code).toBe(1)
    expect(err).toBe(`Port ${port} is in use by another process; set COINSLOT_PORT to another\n`)
    expect(operations.err).toMatch(/^The operations port \d+ is in use .*; set COINSLOT_OPERATIONS_PORT to another\n$/)
  })
})

test.runIf(isEmbedded)(
  'SIGTERM ends a service that still waits for what it needs to start, with exit code 0',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'coinslot-waiting-'))
    const unlock = lockDataFolder(folder)
    const env = { COINSLOT_DATA_DIR: folder, COINSLOT_LOG_LEVEL: 'info' }
    const waiting = await startUntil(/"(Coinslot starts)"/, 'serve', env)
    expect(await waiting.end('SIGTERM')).toBe(0)
    unlock()
    await rm(folder, { recursive: true })
  },
)

test.runIf(isEmbedded)('serve frees the room that the copy of a killed backup takes', async () => {
  const left = join(data.env['COINSLOT_DATA_DIR'] ?? '', 'backup.unfinished')
  await mkdir(join(left, 'database'), { recursive: true })
  const serving = await startServing(data.env)
  expect(existsSync(left)).toBe(false)
  await serving.end('SIGTERM')
})

describe.runIf(isEmbedded)('the secret key of the embedded database', () => {
  test('is generated once, with the data', async () => {
    const readKey = () => readFile(join(data.env['COINSLOT_DATA_DIR'] ?? '', 'secret.key'), 'utf8')
    expect(await run('migrate')).toMatchObject({ code: 0 })
    const first = await readKey()
    expect(first.length).toBeGreaterThan(16)
    expect(await runAlone('migrate')).toMatchObject({ code: 0 })
    expect(await readKey()).toBe(first)
  })
})
