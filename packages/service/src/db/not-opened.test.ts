import { mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedFolder, openDatabase } from './open-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-not-opened-'))
const folder = embeddedFolder(dataDir)
const aside = join(dataDir, 'aside')
const open = () => openDatabase({ kind: 'embedded', dataDir })

const openAndClose = async () => {
  const db = await open()
  await sql`select 1`.execute(db)
  await db.destroy()
}

beforeAll(openAndClose)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const refusal = {
  code: 'database_not_opened',
  message: expect.stringMatching(/^The database in \S+ cannot be opened: .*restore a backup/),
}

test('a database without one of its files is refused with what to do, and is opened once it is back', async () => {
  renameSync(join(folder, 'global', 'pg_control'), aside)
  await expect(open()).rejects.toMatchObject(refusal)
  renameSync(aside, join(folder, 'global', 'pg_control'))
  await openAndClose()
})

test('so is one whose folder is a link, which the engine does not follow', async () => {
  renameSync(folder, aside)
  symlinkSync(aside, folder)
  await expect(open()).rejects.toMatchObject(refusal)
  unlinkSync(folder)
  renameSync(aside, folder)
})

test('where the engine itself does not start, nothing is said against the files', async () => {
  const webAssembly = Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly') ?? {}
  // As under `--jitless`.
  Reflect.deleteProperty(globalThis, 'WebAssembly')
  await expect(open()).rejects.toMatchObject({
    code: 'database_engine_not_started',
    message: expect.stringContaining('its files are as they were'),
  })
  Object.defineProperty(globalThis, 'WebAssembly', webAssembly)
  await openAndClose()
})
