import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { headerOf } from '../../test/backup-header.ts'
import { lockDataFolder } from '../db/data-folder-lock.ts'
import { writeBackupFile } from './backup-file.ts'
import { restoreBackup } from './restore-backup.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-restore-'))
afterAll(() => rmSync(parent, { recursive: true }))

test('what is restored stays where a service begins to serve it before it is counted', async () => {
  mkdirSync(join(parent, 'database'))
  writeFileSync(join(parent, 'database', 'PG_VERSION'), 'none')
  const header = headerOf([
    { path: 'database', bytes: null },
    { path: 'database/PG_VERSION', bytes: 4 },
  ])
  const [file, dataDir] = [join(parent, 'backup'), join(parent, 'data')]
  await writeBackupFile(file, header, parent, new AbortController().signal)
  let stop = (): void => undefined
  const letGo = vi.spyOn(DatabaseSync.prototype, 'close')
  letGo.mockImplementationOnce(function (this: DatabaseSync) {
    letGo.mockRestore()
    this.close()
    stop = lockDataFolder(dataDir)
  })
  await expect(restoreBackup(file, dataDir)).rejects.toMatchObject({ code: 'data_folder_in_use' })
  expect(readdirSync(join(dataDir, 'database'))).toEqual(['PG_VERSION'])
  stop()
})
