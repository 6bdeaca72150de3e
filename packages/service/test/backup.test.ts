import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync, watch } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { paymentIntentSchema, statusesSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, type Credentials } from '../src/auth/create-client.ts'
import { readBackupFile, writeBackupFile } from '../src/backup/backup-file.ts'
import { backupHeaderSchema } from '../src/backup/backup-header.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { takeBackup } from '../src/backup/take-backup.ts'
import { commands, executeCommand } from '../src/cli/commands.ts'
import { runInService } from '../src/cli/control-client.ts'
import { startControlServer } from '../src/cli/control-server.ts'
import { parseCommand } from '../src/cli/parse-command.ts'
import { type Service, startService } from '../src/composition/service.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { openBuyer } from '../src/sandbox/buyer.ts'
import { orderCoins, post, signIn } from './backend.ts'
import { headerOf } from './backup-header.ts'
import { testDatabase } from './databases.ts'
import { intentIdOf } from './intent-id.ts'

const BUYERS = 4
const PAID_BEFORE = 8

let folder: string
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

const configOf = (dataDir: string): Config =>
  readConfig({ COINSLOT_DATA_DIR: dataDir, COINSLOT_PORT: '0', COINSLOT_LOG_LEVEL: 'silent' })
const start = (dataDir: string): Promise<Service> => startService(configOf(dataDir), { dashboard: null })

/** One purchase from order to approval. @returns the intent's id, once the buyer has been told that it is approved. */
const buy = async (baseUrl: string, token: string): Promise<string> => {
  const buyer = { id: randomUUID(), email: 'ada@example.com' }
  const intent = paymentIntentSchema.parse((await orderCoins(baseUrl, token, { buyer })).data)
  const { step } = await (await openBuyer(intent)).pay()
  if (step !== 'approved') throw new Error(`The buyer is at ${step}`)
  return intentIdOf(intent)
}

const HEADER = headerOf([], '99.0.0')

describe.runIf(testDatabase === 'embedded')('backup and restore of the embedded database', () => {
  let service: Service
  let credentials: Credentials
  let stopControl: () => Promise<void>
  const whole = () => inFolder('whole.backup')
  const other = () => inFolder('other')

  beforeAll(async () => {
    service = await start(inFolder('data'))
    stopControl = await startControlServer(inFolder('data'), service.deps)
    credentials = await createClient(service.deps.db, service.deps.clock, { merchant: 'Shop' })
    await backUp('--to', whole())
    await writeFile(other(), 'no backup')
  })
  afterAll(async () => {
    await stopControl()
    await service.stop({ isUrgent: true })
  })

  /** Has the running service make a backup, as the command does. */
  const backUp = async (...words: string[]) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const end = await runInService(
      inFolder('data'),
      { words: ['backup', ...words] },
      print,
      new AbortController().signal,
    )
    return { ...end, text: lines.join('\n') }
  }
  const restoreWith = async (file: string, config: Config, signal = new AbortController().signal) => {
    const { command, args } = parseCommand(commands, ['restore', '--from', file])
    if (!('prepareAlone' in command)) throw new Error('restore is run alone')
    return command.prepareAlone(args)({ config, signal })
  }
  const restore = (file: string, dataDir: string, signal?: AbortSignal) => restoreWith(file, configOf(dataDir), signal)

  test('is read by its owner alone, though a file or a link that others may read lay in its way', async () => {
    await writeFile(inFolder('open.backup.part'), '', { mode: 0o666 })
    await chmod(inFolder('open.backup.part'), 0o666)
    await writeFile(inFolder('others'), 'theirs')
    await symlink(inFolder('others'), inFolder('linked.backup.part'))
    for (const name of ['open.backup', 'linked.backup']) {
      expect(await backUp('--to', inFolder(name))).toMatchObject({ exit: 0 })
      const made = await lstat(inFolder(name))
      expect([made.isFile(), made.mode & 0o777]).toEqual([true, 0o600])
    }
    expect(await readFile(inFolder('others'), 'utf8')).toBe('theirs')
  })

  test('is kept in the data folder as anywhere else, also by the next one', async () => {
    const files = ['backup-monday', 'backup-tuesday'].map((name) => join(inFolder('data'), name))
    for (const file of files) expect(await backUp('--to', file)).toMatchObject({ exit: 0 })
    for (const file of files) {
      expect((await stat(file)).isFile()).toBe(true)
      await rm(file)
    }
  })

  test('is made, whole, where one before was killed', async () => {
    const left = join(inFolder('data'), 'backup.unfinished')
    await mkdir(join(left, 'database'), { recursive: true, mode: 0o700 })
    await writeFile(join(left, 'database', 'of-before'), '')
    expect(await backUp('--to', inFolder('after-a-killed-one'))).toMatchObject({ exit: 0 })
    expect(await readdir(inFolder('data'))).not.toContain('backup.unfinished')
    await restore(inFolder('after-a-killed-one'), inFolder('restored-after-a-killed-one'))
    const restored = await readdir(join(inFolder('restored-after-a-killed-one'), 'database'))
    expect(restored).not.toContain('of-before')
  })

  test('while buyers pay: all that they were told before it began is in it, and is served from an empty folder', async () => {
    const token = await signIn(service.address, credentials)
    const paid: string[] = []
    let isOver = false
    const buyer = async () => {
      while (!isOver) paid.push(await buy(service.address, token))
    }
    const buyers = Promise.all(Array.from({ length: BUYERS }, buyer))
    await expect.poll(() => paid.length).toBeGreaterThanOrEqual(PAID_BEFORE)
    const acknowledged = [...paid]
    const taken = await backUp('--to', inFolder('shop.backup'))
    isOver = true
    await buyers
    expect(taken).toMatchObject({ exit: 0, text: expect.stringMatching(/mode 0600[^]*It holds the secret key/) })
    expect((await stat(inFolder('shop.backup'))).mode & 0o777).toBe(0o600)
    expect(await readdir(inFolder('data'))).not.toContain('backup.unfinished')
    expect(paid.length).toBeGreaterThan(acknowledged.length)

    expect((await restore(inFolder('shop.backup'), inFolder('restored'))).json).toMatchObject({
      mode: 'sandbox',
      secret_key_missing: false,
    })
    for (const name of ['secret.key', 'database', 'database/PG_VERSION']) {
      expect((await stat(join(inFolder('restored'), name))).mode & 0o077, name).toBe(0)
    }
    const again = await start(inFolder('restored'))
    const asked = { payment_intent_ids: acknowledged }
    const newToken = await signIn(again.address, credentials)
    const found = await post(again.address, '/payments/v1/payments/statuses', asked, newToken)
    const { db } = again.deps
    const approved = await db.selectFrom('payment_intents').select('id').where('status', '=', 'Approved').execute()
    const captured = await db.selectFrom('card_attempts').select('intent_id').where('status', '=', 'approved').execute()
    await again.stop({ isUrgent: true })
    expect(statusesSchema.parse(found.data).map(({ status }) => status)).toEqual(acknowledged.map(() => 'Approved'))
    expect(captured.map(({ intent_id }) => intent_id).toSorted()).toEqual(approved.map(({ id }) => id).toSorted())
  }, 120_000)

  test('holds what is written back while its files are read, so that they are those of one moment, in a folder of its owner alone', async () => {
    const { db, clock } = service.deps
    const [source, copy] = ['database', 'backup.unfinished/database'].map((name) => join(inFolder('data'), name))
    let modeOfCopy = 0
    const filesOf = (place = '') => (existsSync(place) ? readdirSync(place, { recursive: true }) : [])
    let files: readonly unknown[] = []
    let copiedBefore: Promise<readonly unknown[]> = Promise.resolve([])
    const now = () => {
      modeOfCopy = statSync(join(inFolder('data'), 'backup.unfinished')).mode & 0o777
      files = filesOf(source)
      const writing = db.updateTable('merchants').set({ display_name: 'Written meanwhile' }).execute()
      copiedBefore = writing.then(() => filesOf(copy))
      return clock.now()
    }
    const { signal } = new AbortController()
    const options = { dataDir: inFolder('data'), mode: 'sandbox', to: inFolder('held'), withSecretKey: false } as const
    await takeBackup({ ...options, db, now, signal })
    expect(await copiedBefore).toEqual(expect.arrayContaining([...files]))
    expect(modeOfCopy).toBe(0o700)
  })

  test('without the secret key both say which one is needed, and nothing starts without it', async () => {
    const file = inFolder('no-key.backup')
    const words = ['--to', file, '--no-secret-key']
    const [taken, second] = (await Promise.all([backUp(...words), backUp(...words)])).toSorted(
      (a, b) => (a.exit ?? 0) - (b.exit ?? 0),
    )
    expect(taken?.text).toContain('It does not hold the secret key')
    expect(second).toMatchObject({ exit: 1, message: expect.stringContaining('Another backup is being made') })
    const { text } = await restore(file, inFolder('no-key'))
    expect(text).toContain('put secret.key (mode 0600) into the folder')
    const configured = { ...configOf(inFolder('own-key')), secretKeys: ['a key from the configuration'] }
    expect((await restoreWith(file, configured)).json).toMatchObject({ secret_key_missing: false })
    await expect(start(inFolder('no-key'))).rejects.toThrow(/^The secret key of this database is missing: .*/)
  })

  test('lies where its caller is, and holds no key that another has taken the place of', async () => {
    const { deps } = service
    const configured = { ...deps, config: { ...deps.config, secretKeys: ['a key from the configuration'] } }
    const lines: string[] = []
    const context = { folder, signal: new AbortController().signal, print: (line: string) => void lines.push(line) }
    await executeCommand(['backup', '--to', 'configured.backup'], { ...context, deps: configured })
    expect(lines.join()).toContain('keep the one in COINSLOT_SECRET_KEY elsewhere')
    const { header } = await readBackupFile(inFolder('configured.backup'), () => false)
    expect(header.holdsSecretKey).toBe(false)
    expect(header.entries.map(({ path }) => path)).not.toContain('secret.key')
  })

  test('is restored by one of two who do so at once; the other leaves the folder alone', async () => {
    const both = [restore(whole(), inFolder('both')), restore(whole(), inFolder('both'))]
    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = ends.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({
      reason: { code: expect.stringMatching(/^(data_folder_in_use|folder_not_empty)$/) },
    })
    await (await start(inFolder('both'))).stop({ isUrgent: true })
  })

  test('that is broken off leaves no part of it behind', async () => {
    await expect(writeBackupFile(inFolder('broken-off'), HEADER, folder, AbortSignal.abort())).rejects.toThrow('abort')
    expect((await readdir(folder)).filter((name) => name.startsWith('broken-off'))).toEqual([])
  })

  test('that is interrupted is no success, as the command has it', async () => {
    const interrupting = new AbortController()
    await service.deps.db.connection().execute(async () => {
      const words = ['backup', '--to', inFolder('interrupted')]
      const ended = runInService(inFolder('data'), { words }, () => undefined, interrupting.signal)
      await expect.poll(() => readdir(inFolder('data'))).toContain('backup.unfinished')
      interrupting.abort('SIGINT')
      expect(await ended).toMatchObject({ exit: 1, message: expect.stringMatching(/^Interrupted before/) })
    })
    await expect.poll(() => readdir(inFolder('data'))).not.toContain('backup.unfinished')
    expect(await readdir(folder)).not.toContain('interrupted')
  })

  test.each(['no-such-folder/new.backup', 'other/new.backup'])(
    'is told of the file that cannot be written, %s, and of what to do, before anybody waits for a copy',
    async (name) => {
      const { exit, message } = await service.deps.db.connection().execute(() => backUp('--to', inFolder(name)))
      expect(exit).toBe(1)
      expect(message).toMatch(
        /^The backup .*new\.backup cannot be written \((ENOENT|ENOTDIR)\): make room on its disk, or/,
      )
      expect(await readdir(inFolder('data'))).not.toContain('backup.unfinished')
    },
  )

  test.each(['other', 'leading-nowhere'])('is refused in one line over %s that is there', async (name) => {
    await symlink(inFolder('unmounted'), inFolder('leading-nowhere')).catch(() => undefined)
    const { exit, message } = await backUp('--to', inFolder(name))
    expect(exit).toBe(1)
    expect(message).toMatch(/^The file .* is there already; name another one$/)
  })

  test('lies beside its place until it is whole, and a restore after one that was killed begins anew', async () => {
    const target = inFolder('killed')
    const left = join(target, 'restore.unfinished')
    await mkdir(join(left, 'database'), { recursive: true, mode: 0o700 })
    await writeFile(join(left, 'database', 'PG_VERSION'), '')
    await writeFile(join(target, 'secret.key'), 'the first file of all that was put in its place')
    const placed: (string | null)[] = []
    const watcher = watch(target, (_event, name) => placed.push(name))
    const placedWhileUnpacked = new Set<boolean>()
    await restoreBackup(whole(), target, () => {
      if (existsSync(join(left, 'database', 'base'))) placedWhileUnpacked.add(existsSync(join(target, 'database')))
      return false
    })
    expect(placedWhileUnpacked).toEqual(new Set([false]))
    await expect.poll(() => placed).toContain('database')
    watcher.close()
    expect(placed.lastIndexOf('secret.key')).toBeLessThan(placed.indexOf('database'))
    const names = (await readdir(target)).filter((name) => !name.startsWith('lock'))
    expect(names.toSorted()).toEqual(['database', 'secret.key'])
    expect(await readFile(join(target, 'secret.key'))).toEqual(await readFile(join(inFolder('data'), 'secret.key')))
  })

  test('is not taken for an empty database where it was killed', async () => {
    const dataDir = inFolder('killed-and-started')
    await mkdir(join(dataDir, 'restore.unfinished'), { recursive: true, mode: 0o700 })
    const opening = openDatabase({ kind: 'embedded', dataDir })
    await expect(opening).rejects.toMatchObject({ code: 'restore_unfinished' })
    await expect(opening).rejects.toThrow(/run it again, or delete restore\.unfinished in it/)
    expect(await readdir(dataDir)).not.toContain('database')
  })

  describe('a restore is refused, and leaves the folder as it was', () => {
    const refusal = async (file: string) => {
      const never = inFolder('never')
      const { code } = await restoreBackup(file, join(never, 'data')).then(() => ({ code: null }), Object)
      return { code, folder: existsSync(never) ? 'made' : 'none' }
    }

    test('over data', async () => {
      await expect(restore(whole(), inFolder('data'))).rejects.toMatchObject({ code: 'folder_not_empty' })
      expect((await stat(join(inFolder('data'), 'database'))).isDirectory()).toBe(true)
    })

    test('over a secret key that lies there alone', async () => {
      await mkdir(inFolder('key-alone'), { mode: 0o700 })
      await writeFile(join(inFolder('key-alone'), 'secret.key'), 'the only copy')
      await expect(restoreBackup(whole(), inFolder('key-alone'))).rejects.toMatchObject({ code: 'folder_not_empty' })
      expect(await readFile(join(inFolder('key-alone'), 'secret.key'), 'utf8')).toBe('the only copy')
    })

    test('into what is no folder, before its file is read', async () => {
      for (const target of [other(), join(other(), 'deep', 'data')])
        await expect(restoreBackup(inFolder('nowhere'), target)).rejects.toMatchObject({ code: 'data_folder_is_file' })
      expect(await readFile(other(), 'utf8')).toBe('no backup')
    })

    test('over data that came into the folder while the file was read', async () => {
      const taken = inFolder('taken')
      const restoring = restoreBackup(whole(), taken)
      // Asked behind its own first look.
      await readdir(folder)
      await mkdir(join(taken, 'database'), { recursive: true, mode: 0o700 })
      await expect(restoring).rejects.toMatchObject({ code: 'folder_not_empty' })
      expect(await readdir(join(taken, 'database'))).toEqual([])
    })

    test('of a file that is no backup, or is not there', async () => {
      await writeFile(inFolder('text'), 'some text that is long enough to hold a digest at its end')
      for (const name of ['text', 'nowhere', '.'])
        expect(await refusal(inFolder(name))).toEqual({ code: 'backup_unreadable', folder: 'none' })
    })

    test('of a backup that was cut off or changed anywhere', async () => {
      const { size } = await stat(whole())
      for (const length of [20, 60, size - 1]) {
        await copyFile(whole(), inFolder('cut'))
        await truncate(inFolder('cut'), length)
        expect(await refusal(inFolder('cut'))).toEqual({ code: 'backup_damaged', folder: 'none' })
      }
      const bytes = await readFile(whole())
      bytes[size >> 1] = ~(bytes[size >> 1] ?? 0)
      await writeFile(inFolder('changed'), bytes)
      expect(await refusal(inFolder('changed'))).toEqual({ code: 'backup_damaged', folder: 'none' })
    })

    test('of a backup whose header has no sane length', async () => {
      const contents = Buffer.concat([Buffer.from('coinslot backup 1\n'), gzipSync(Buffer.alloc(4, 0xff))])
      await writeFile(inFolder('endless'), Buffer.concat([contents, createHash('sha256').update(contents).digest()]))
      expect(await refusal(inFolder('endless'))).toEqual({ code: 'backup_damaged', folder: 'none' })
    })

    test('where the data is on Postgres', async () => {
      const url = { COINSLOT_DATABASE_URL: 'postgres://localhost/x', COINSLOT_MODE: 'sandbox' }
      const config = readConfig({ ...url, COINSLOT_SECRET_KEY: 'k'.repeat(32) })
      await expect(restoreWith(whole(), config)).rejects.toThrow('unset COINSLOT_DATABASE_URL')
    })

    test('of a newer schema', async () => {
      const header = { ...HEADER, migrations: [{ name: '999_future.sql', compatibleSince: null }] }
      await writeBackupFile(inFolder('newer'), header, folder, new AbortController().signal)
      expect(await refusal(inFolder('newer'))).toEqual({ code: 'schema_too_new', folder: 'none' })
    })

    test('of a backup that holds less than it says', async () => {
      await writeFile(inFolder('short'), 'abc')
      const entries = [
        { path: 'database', bytes: null },
        { path: 'short', bytes: 10 },
      ]
      await writeBackupFile(inFolder('less'), { ...HEADER, entries }, folder, new AbortController().signal)
      await expect(restoreBackup(inFolder('less'), inFolder('emptied'))).rejects.toThrow('ended 7 bytes early')
      expect(await readdir(inFolder('emptied'))).toEqual([])
    })

    test.each(['../secret.key', 'database/../../x', '/etc/passwd', String.raw`..\x`, './x', ''])(
      'of a file that would lie outside of it: %j',
      (path) => expect(backupHeaderSchema.safeParse({ ...HEADER, entries: [{ path, bytes: 1 }] }).success).toBe(false),
    )

    test('once it is interrupted', async () => {
      const interrupted = { code: 'restore_interrupted', message: 'Interrupted; nothing was restored' }
      await expect(restore(whole(), inFolder('never'), AbortSignal.abort('SIGTERM'))).rejects.toMatchObject(interrupted)
      expect(existsSync(inFolder('never'))).toBe(false)
      const halfway = inFolder('halfway')
      const isUnpacked = () => existsSync(join(halfway, 'restore.unfinished', 'database', 'base'))
      await expect(restoreBackup(whole(), halfway, isUnpacked)).rejects.toMatchObject(interrupted)
      expect(await readdir(halfway)).toEqual([])
    })
  })
})
