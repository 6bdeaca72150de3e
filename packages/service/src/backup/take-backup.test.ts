import { watch } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { takeBackup } from './take-backup.ts'

describe.runIf(testDatabase === 'embedded')('a backup', () => {
  let folder: string
  let dataDir: string
  let db: Database
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coinslot-take-backup-'))
    dataDir = join(folder, 'data')
    db = await openDatabase({ kind: 'embedded', dataDir, waitsForDisk: false })
  })
  afterAll(async () => {
    await db.destroy()
    await rm(folder, { recursive: true })
  })

  test('that was given up while it waited for the database copies none of it, and keeps no request waiting', async () => {
    const given = new AbortController()
    const copied: string[] = []
    const { backup, watching } = await db.connection().execute(async () => {
      const { signal } = given
      const to = join(folder, 'given-up.backup')
      const taken = takeBackup({
        db,
        dataDir,
        mode: 'sandbox',
        to,
        withSecretKey: false,
        now: () => new Date(),
        signal,
      })
      await expect.poll(() => readdir(dataDir)).toContain('backup.unfinished')
      const seen = watch(join(dataDir, 'backup.unfinished'), (_event, name) => void copied.push(String(name)))
      given.abort('SIGINT')
      return { backup: taken, watching: seen }
    })
    await expect(backup).rejects.toMatchObject({ message: 'Interrupted; no backup was made' })
    watching.close()
    expect(copied).not.toContain('database')
    expect(await readdir(folder)).toEqual(['data'])
  })
})
