import fs, { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { headerOf } from '../../test/backup-header.ts'
import { writeBackupFile } from './backup-file.ts'
import { restoreBackup } from './restore-backup.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-on-disk-'))
const file = join(parent, 'backup')

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(() => rmSync(parent, { recursive: true }))

/** The files that somebody waits for, until they are on the disk. */
const waitedFor = (): readonly string[] => {
  const names: string[] = []
  const note = (fd: number) => void names.push(relative(parent, readlinkSync(`/proc/self/fd/${fd}`)))
  vi.spyOn(fs, 'fsync').mockImplementation((fd, done) => {
    note(fd)
    done(null)
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation(note)
  syncBuiltinESMExports()
  return names
}

describe.runIf(process.platform === 'linux')('what a power cut would take', () => {
  test('is no backup that has its name, and nothing restored that is in its place', async () => {
    writeFileSync(join(parent, 'secret.key'), 'key')
    mkdirSync(join(parent, 'database'))
    writeFileSync(join(parent, 'database', 'PG_VERSION'), 'none')
    const header = headerOf([
      { path: 'secret.key', bytes: 3 },
      { path: 'database', bytes: null },
      { path: 'database/PG_VERSION', bytes: 4 },
    ])
    const written = waitedFor()
    await writeBackupFile(file, header, parent, new AbortController().signal)
    const folder = ''
    expect(written).toEqual(['backup.part', folder])

    const restored = waitedFor()
    // There is no whole database in it: the restore ends where that would be opened, after everything else.
    await expect(restoreBackup(file, join(parent, 'data'))).rejects.toMatchObject({ code: 'database_not_opened' })
    const unfinished = 'data/restore.unfinished'
    const files = ['database', 'database/PG_VERSION', 'secret.key'].map((name) => `${unfinished}/${name}`)
    expect(restored.slice(0, 3).toSorted()).toEqual(files)
    expect(restored.slice(3)).toEqual([unfinished, 'data', 'data', folder])
  })
})
