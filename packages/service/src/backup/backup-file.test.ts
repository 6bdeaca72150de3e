import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { headerOf } from '../../test/backup-header.ts'
import { watchSyncedNames } from '../../test/synced-names.ts'
import { assertWritable, readBackupFile, writeBackupFile } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinslot-backup-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string): Promise<number> => writeBackupFile(file, headerOf(), folder, new AbortController().signal)

test.runIf(process.platform === 'linux').each(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EACCES', 'EPERM'])(
  'a backup is made in a folder that cannot be waited for (%s), as on a network share',
  async (code) => {
    watchSyncedNames(() => {
      throw Object.assign(new Error(code), { code })
    })
    expect(await write(join(folder, 'shared.backup'))).toBeGreaterThan(0)
  },
)

test.runIf(process.platform === 'linux')(
  'a backup whose folder is waited for in vain is not told as made',
  async () => {
    watchSyncedNames(() => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
    })
    await expect(write(join(folder, 'lost.backup'))).rejects.toMatchObject({ code: 'backup_unwritable' })
  },
)

test('a backup that is interrupted leaves nothing, though the process be ended at once', async () => {
  const file = join(folder, 'interrupted.backup')
  const bytes = 64 * 1024 * 1024
  writeFileSync(join(folder, 'large'), '')
  truncateSync(join(folder, 'large'), bytes)
  const header = { ...headerOf(), entries: [{ path: 'large', bytes }] }
  const interrupting = new AbortController()
  const writing = writeBackupFile(file, header, folder, interrupting.signal).catch((error: unknown) => error)
  await expect.poll(() => existsSync(`${file}.part`), { interval: 1 }).toBe(true)
  interrupting.abort()
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(await writing).toMatchObject({ name: 'AbortError' })
  expect(existsSync(file)).toBe(false)
})

test('a folder in the way of a backup is named, and stays', async () => {
  mkdirSync(join(folder, 'blocked.backup.part', 'theirs'), { recursive: true })
  const blocked = join(folder, 'blocked.backup')
  const refused = {
    code: 'backup_unwritable',
    message: expect.stringContaining(`take away the folder ${blocked}.part`),
  }
  await expect(assertWritable(blocked)).rejects.toMatchObject(refused)
  await expect(write(blocked)).rejects.toMatchObject(refused)
  expect(existsSync(join(folder, 'blocked.backup.part', 'theirs'))).toBe(true)
})

test('of what a disk does not read any more nobody is told that the backup cannot be written', async () => {
  mkdirSync(join(folder, 'unreadable'))
  const header = { ...headerOf(), entries: [{ path: 'unreadable', bytes: 1 }] }
  const writing = writeBackupFile(join(folder, 'none.backup'), header, folder, new AbortController().signal)
  await expect(writing).rejects.toMatchObject({ code: 'EISDIR', syscall: 'read' })
})

test('a backup that cannot be read any more, once it has been checked, is refused as other failures of a disk are', async () => {
  const file = join(folder, 'shop.backup')
  await write(file)
  const takeAway = () => {
    rmSync(file, { force: true })
    return false
  }
  await expect(readBackupFile(file, takeAway)).rejects.toMatchObject({ code: 'ENOENT' })
})

test.skipIf(process.platform === 'win32')('a pipe is refused at once, as a backup is read twice', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(readBackupFile(pipe, () => false)).rejects.toMatchObject({
    code: 'backup_unreadable',
    message: `${pipe} is no file: a backup is read twice, so from no pipe or device`,
  })
})

test('why a backup cannot be read is told, with what to name', async () => {
  const missing = join(folder, 'missing.backup')
  await expect(readBackupFile(missing, () => false)).rejects.toMatchObject({
    code: 'backup_unreadable',
    message: `The file ${missing} cannot be read (ENOENT): name one that is there, and that this user may read`,
  })
})
