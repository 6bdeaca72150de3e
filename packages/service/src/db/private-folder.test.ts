import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { makePrivateFolder } from './private-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-private-'))
chmodSync(parent, 0o755)
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const openFolder = (name: string): string => {
  const folder = join(parent, name)
  mkdirSync(folder, { mode: 0o755 })
  return folder
}

const modeOf = (path: string): number => statSync(path).mode & 0o777
const NOBODY = 65_534

/** Does something as a user of the machine who owns nothing here. */
const asNobody = <T>(act: () => T): T => {
  process.seteuid?.(NOBODY)
  try {
    return act()
  } finally {
    process.seteuid?.(0)
  }
}

const isReadable = (file: string): boolean => {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

const isRoot = process.getuid?.() === 0

describe.skipIf(process.platform === 'win32')('a data folder that was open to other users', () => {
  test('is closed when the database opens, and so is each file in it', async () => {
    const dataDir = openFolder('data')
    const db = await openDatabase({ kind: 'embedded', dataDir })
    await sql`create table things (id integer)`.execute(db)
    await db.destroy()
    expect(modeOf(dataDir)).toBe(0o700)
    const files = globSync('**', { cwd: dataDir }).filter((name) => statSync(join(dataDir, name)).isFile())
    expect(files.length).toBeGreaterThan(900)
    expect(files.filter((name) => name !== 'lock' && (modeOf(join(dataDir, name)) & 0o077) !== 0)).toEqual([])
    const log = join(dataDir, files.find((name) => name.includes('pg_wal')) ?? '')
    expect(isReadable(log)).toBe(true)
    expect(isRoot && asNobody(() => isReadable(log))).toBe(false)
  })

  test.runIf(isRoot)('is refused where this process may not close it', () => {
    const dataDir = openFolder('of root')
    expect(() => asNobody(() => makePrivateFolder(dataDir))).toThrow(
      expect.objectContaining({ code: 'data_folder_not_private', message: expect.stringContaining(dataDir) }),
    )
  })
})
