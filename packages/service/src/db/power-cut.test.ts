import fs, { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchSyncedNames } from '../../test/synced-names.ts'
import { openDatabase } from './open-database.ts'
import { prepareFolder } from './prepared-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-power-'))
const dataDir = join(parent, 'data')
/** What is on the disk for certain: each file as it was when somebody last waited for it. */
const disk = join(parent, 'disk')

const keep = (fd: number): void => {
  const path = readlinkSync(`/proc/self/fd/${fd}`)
  if (!path.startsWith(dataDir)) return
  const kept = join(disk, relative(dataDir, path))
  if (fs.fstatSync(fd).isDirectory()) mkdirSync(kept, { recursive: true })
  else {
    mkdirSync(dirname(kept), { recursive: true })
    copyFileSync(path, kept)
  }
}

beforeEach(() => {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(keep)
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  for (const folder of [dataDir, disk]) rmSync(folder, { recursive: true, force: true })
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Opens what the disk holds, as the machine would after its power was cut in this moment. */
const openAfterCut = () => {
  const left = join(parent, 'left')
  cpSync(disk, left, { recursive: true })
  return openDatabase({ kind: 'embedded', dataDir: left })
}

const namesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()

describe.runIf(process.platform === 'linux')('a power cut', () => {
  test('takes nothing that was committed from a database that waits for the disk', async () => {
    const db = await openDatabase({ kind: 'embedded', dataDir, waitsForDisk: true })
    await sql`create table promised as select 1 as nr`.execute(db)
    await sql`insert into promised values (2)`.execute(db)
    const after = await openAfterCut()
    expect((await sql`select nr from promised order by nr`.execute(after)).rows).toEqual([{ nr: 1 }, { nr: 2 }])
    await after.destroy()
    await db.destroy()
  })

  test('takes no new data folder as a whole from it', async () => {
    const namesOnDisk = watchSyncedNames()
    const db = await openDatabase({ kind: 'embedded', dataDir, waitsForDisk: true })
    expect(namesOnDisk(parent)).toContain('data')
    await db.destroy()
  })

  test('leaves a new database whole, or none', async () => {
    const rename = fs.renameSync
    const put: string[] = []
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      expect(namesIn(join(disk, relative(dataDir, String(from))))).toEqual(namesIn(String(from)))
      put.push(relative(dataDir, String(to)))
      rename(from, to)
    })
    syncBuiltinESMExports()
    await prepareFolder(join(dataDir, 'database'), { waitsForDisk: true })
    expect(put).toEqual(['database'])
  })

  test('is not waited for in a sandbox, and takes nothing from who serves its data in production afterwards', async () => {
    const db = await openDatabase({ kind: 'embedded', dataDir })
    await sql`create table promised as select 1 as nr`.execute(db)
    await db.destroy()
    expect(fs.fsyncSync).not.toHaveBeenCalled()
    const made = namesIn(dataDir)
    const again = await openDatabase({ kind: 'embedded', dataDir, waitsForDisk: true })
    expect(namesIn(disk)).toEqual(expect.arrayContaining(made))
    await again.destroy()
  })
})
