import fs, { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
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
    const header = {
      version: '1.0.0',
      takenAt: '2030-01-01T00:00:00.000Z',
      mode: 'sandbox' as const,
      holdsSecretKey: true,
      migrations: [],
      entries: [{ path: 'secret.key', bytes: 3 }],
    }
    const written = waitedFor()
    await writeBackupFile(file, header, parent, new AbortController().signal)
    const folder = ''
    expect(written).toEqual(['backup.part', folder])

    const restored = waitedFor()
    // There is no database in it: the restore ends where that would be put in its place, after everything else.
    await expect(restoreBackup(file, join(parent, 'data'))).rejects.toMatchObject({ code: 'ENOENT' })
    expect(restored).toEqual(['data/restore.unfinished/secret.key', 'data/restore.unfinished'])
  })
})
