import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { printedBy } from '../../test/printed-by.ts'
import { watchSyncedNames } from '../../test/synced-names.ts'
import { listSubscriptions } from '../webhooks/subscription-store.ts'
import { disableSubscription } from '../webhooks/subscriptions.ts'

const ENDPOINT = 'http://localhost:3000/coinslot/webhook'

let service: TestService
let folder: string

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-env-file-'))
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => service.close())

const run = (...words: string[]): Promise<string> => printedBy(service.deps, words, { folder })
const setUp = (...words: string[]): Promise<string> =>
  run('clients', 'create', '--merchant', 'Shop', '--webhook', ENDPOINT, '--env-to', ...words)
const clients = (): Promise<string> => run('clients', 'list')

test('another client of a merchant is told the key of the subscription that its endpoint has, and never of a disabled one', async () => {
  const createFor = async (merchant: string) =>
    JSON.parse(await run('clients', 'create', '--merchant', merchant, '--webhook', ENDPOINT, '--json'))
  const { merchant_id: merchantId, signing_key: first } = await createFor('Two clients')
  expect(await createFor(merchantId)).toMatchObject({ merchant_id: merchantId, signing_key: first })
  const { db, secrets } = service.deps
  const [{ id } = { id: '' }] = await listSubscriptions(db, secrets, merchantId)
  await disableSubscription(service.deps, { id, merchantId })
  const { signing_key: key } = await createFor(merchantId)
  const found = (await listSubscriptions(db, secrets, merchantId)).map(
    ({ status, signing_key }) => `${status} ${signing_key}`,
  )
  expect(found.toSorted()).toEqual([`disabled ${first}`, `enabled ${key}`])
})

describe('clients create --env-to', () => {
  test('writes what a shop is told into a file that only its owner may read, and prints no secret', async () => {
    const printed = await setUp('.env')
    const file = join(folder, '.env')
    const {
      COINSLOT_CLIENT_SECRET: secret = '',
      COINSLOT_CLIENT_ID: id,
      ...rest
    } = parseEnv(await readFile(file, 'utf8'))
    expect(rest).toEqual({
      COINSLOT_BASE_URL: service.deps.config.baseUrl,
      COINSLOT_SIGNING_KEY: expect.stringMatching(/^whsec_/),
    })
    expect(printed).toBe(`${file} has the credentials of client ${id}.`)
    expect(secret).toMatch(/^secret_[\w-]{43}$/)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test.runIf(process.platform === 'linux')('ends when the file is on the disk: its secrets are told once', async () => {
    const namesOnDisk = watchSyncedNames()
    await setUp('.env')
    expect(namesOnDisk(folder)).toEqual(['.env'])
  })

  test('says so where the disk does not take it', async () => {
    watchSyncedNames(() => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
    })
    await expect(setUp('.env')).rejects.toMatchObject({
      code: 'command_failed',
      message: expect.stringContaining(`The file ${join(folder, '.env')} cannot be written (EIO)`),
    })
  })

  test('keeps the other lines of a file and its mode, and replaces those of an earlier client', async () => {
    const file = join(folder, 'shop.env')
    await writeFile(file, '# Of the shop\r\nPORT=3000\r\nexport COINSLOT_CLIENT_ID = old\r\nCOINSLOT_CLIENT_IDS=kept')
    await chmod(file, 0o640)
    await setUp('shop.env')
    const first = await readFile(file, 'utf8')
    await setUp('shop.env')
    const lines = (await readFile(file, 'utf8')).split('\n')
    expect(lines.slice(0, 3)).toEqual(['# Of the shop', 'PORT=3000', 'COINSLOT_CLIENT_IDS=kept'])
    expect(lines).toHaveLength(first.split('\n').length)
    expect(lines.join('\n')).not.toBe(first)
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    expect(await readdir(folder)).toEqual(['shop.env'])
  })

  test('makes no client where the file cannot be written', async () => {
    const before = await clients()
    const file = join(folder, 'nowhere', '.env')
    await expect(setUp('nowhere/.env')).rejects.toMatchObject({
      code: 'command_failed',
      message: `The file ${file} cannot be written (ENOENT): name one in a folder that is there, has room, and may be written to`,
    })
    await expect(setUp('.')).rejects.toThrow(`${folder} cannot be written (EISDIR)`)
    expect(await clients()).toBe(before)
  })

  test.skipIf(process.platform === 'win32')('leaves a pipe or a device, such as /dev/null, what it is', async () => {
    const before = await clients()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    // Whoever reads it sees its end.
    const writer = spawn('sh', ['-c', ': > "$0"', pipe])
    await expect(setUp('pipe')).rejects.toMatchObject({
      code: 'command_failed',
      message: `${pipe} is no file: name one for --env-to`,
    })
    writer.kill()
    expect((await stat(pipe)).isFIFO()).toBe(true)
    expect(await clients()).toBe(before)
  })

  test.skipIf(process.platform === 'win32')('follows a link, and leaves it one', async () => {
    await writeFile(join(folder, 'shared.env'), 'PORT=3000\n')
    await symlink('shared.env', join(folder, '.env'))
    await setUp('.env')
    expect(await readlink(join(folder, '.env'))).toBe('shared.env')
    expect(await readFile(join(folder, 'shared.env'), 'utf8')).toMatch(/^PORT=3000\nCOINSLOT_BASE_URL=/)
  })

  test('leaves the file as it was where no client can be made', async () => {
    await writeFile(join(folder, '.env'), 'PORT=3000\n')
    const merchant = '00000000-0000-4000-8000-000000000000'
    await expect(run('clients', 'create', '--merchant', merchant, '--env-to', '.env')).rejects.toThrow(merchant)
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('PORT=3000\n')
    expect(await readdir(folder)).toEqual(['.env'])
  })
})

describe('clients create without an origin', () => {
  const madeIn = (mode: 'sandbox' | 'production', ...words: string[]): Promise<string> => {
    const deps = { ...service.deps, config: { ...service.deps.config, mode } }
    return printedBy(deps, ['clients', 'create', '--merchant', 'Shop', ...words], { folder })
  }
  const HINT = 'name the shop with clients update ID --origin https://shop.example'

  test.each([[[]], [['--env-to', '.env']]])(
    'says in production that no page may show its checkout: %j',
    async (words) => {
      expect(await madeIn('production', ...words)).toContain(HINT)
    },
  )

  test.each([
    ['sandbox', []],
    ['production', ['--origin', 'https://shop.example']],
    ['production', ['--env']],
    ['production', ['--no-payments', '--no-compliance']],
  ] as const)('does not in %s mode with %j', async (mode, words) => {
    expect(await madeIn(mode, ...words)).not.toContain(HINT)
  })
})
