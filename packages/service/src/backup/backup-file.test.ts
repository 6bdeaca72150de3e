import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBackupFile, writeBackupFile } from './backup-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinslot-backup-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a backup that cannot be read any more, once it has been checked, is refused as other failures of a disk are', async () => {
  const file = join(folder, 'shop.backup')
  const header = { version: '0.1.0', takenAt: '2030-01-01T00:00:00.000Z', mode: 'sandbox' as const }
  const contents = { ...header, holdsSecretKey: false, migrations: [], entries: [] }
  await writeBackupFile(file, contents, folder, new AbortController().signal)
  const takeAway = () => {
    rmSync(file, { force: true })
    return false
  }
  await expect(readBackupFile(file, takeAway)).rejects.toMatchObject({ code: 'ENOENT' })
})
