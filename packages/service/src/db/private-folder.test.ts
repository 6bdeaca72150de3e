import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { assertCanBeMade, makePrivateFolder } from './private-folder.ts'

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

  test('is closed while it is empty, as a new volume is', () => {
    const dataDir = openFolder('volume')
    mkdirSync(join(dataDir, 'lost+found'))
    makePrivateFolder(dataDir)
    expect(modeOf(dataDir)).toBe(0o700)
  })

  test('is refused, and stays as it was, where it holds what is no data of ours', () => {
    const shared = openFolder('shared')
    writeFileSync(join(shared, 'of others'), '')
    expect(() => makePrivateFolder(shared)).toThrow(
      expect.objectContaining({ code: 'data_folder_not_private', message: expect.stringContaining(shared) }),
    )
    expect(modeOf(shared)).toBe(0o755)
  })

  test.runIf(isRoot)('is refused where this process may not close it', () => {
    const dataDir = openFolder('of root')
    expect(() => asNobody(() => makePrivateFolder(dataDir))).toThrow(
      expect.objectContaining({ code: 'data_folder_not_private', message: expect.stringContaining(dataDir) }),
    )
  })
})

test.each(['file', 'file/data'])(
  'a data folder that cannot be made, as there is a file (%s), is told as such',
  (name) => {
    writeFileSync(join(parent, 'file'), '')
    expect(() => makePrivateFolder(join(parent, name))).toThrow(
      expect.objectContaining({ code: 'data_folder_is_file', message: expect.stringContaining(join(parent, name)) }),
    )
  },
)

test.skipIf(process.platform === 'win32').each(['not mounted', 'itself'])(
  'a data folder that is a link to what is not there (%s) is told as such',
  (name) => {
    const link = join(parent, name)
    symlinkSync(name === 'itself' ? link : join(parent, 'nowhere', 'data'), link)
    expect(() => makePrivateFolder(link)).toThrow(
      expect.objectContaining({ code: 'data_folder_link', message: expect.stringContaining(link) }),
    )
  },
)

test.runIf(process.platform === 'linux')('a data folder where none can be made, as in /proc, is told as such', () => {
  for (const folder of ['/proc/coinslot', '/proc/coinslot/data', join(parent, 'a'.repeat(300))])
    expect(() => makePrivateFolder(folder)).toThrow(
      expect.objectContaining({
        code: 'data_folder_not_made',
        message: expect.stringMatching(`^The data folder ${folder} cannot be made .* COINSLOT_DATA_DIR`),
      }),
    )
})

/** Makes a folder on a disk that is mounted read-only, in a world of its own. */
const makeOnReadOnlyDisk = (disk: string): string => {
  const source = `
    import { assertCanBeMade, makePrivateFolder } from ${JSON.stringify(new URL('private-folder.ts', import.meta.url).href)}
    try { makePrivateFolder(${JSON.stringify(join(disk, 'pay', 'data'))}) } catch (error) { process.stdout.write(error.message) }
  `
  const mounting =
    'mount -t tmpfs -o ro tmpfs "$0" && exec "$1" --conditions=@coinslot/source --input-type=module --eval "$2"'
  const words = ['--mount', 'sh', '-c', mounting, disk, process.execPath, source]
  return spawnSync('unshare', words, { encoding: 'utf8' }).stdout
}

test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('a read-only disk is told as such', () => {
  const disk = mkdtempSync(join(tmpdir(), 'coinslot-disk-'))
  expect(makeOnReadOnlyDisk(disk)).toBe(`EROFS: read-only file system, mkdir '${join(disk, 'pay')}'`)
  rmSync(disk, { recursive: true })
})

describe('a folder that can be made', () => {
  test('is not there afterwards, nor what was made on the way to it; what was there before is', () => {
    const there = openFolder('there')
    assertCanBeMade(join(there, 'one', 'two', 'three'))
    expect([existsSync(there), existsSync(join(there, 'one'))]).toEqual([true, false])
    assertCanBeMade(there)
    expect(modeOf(there)).toBe(0o755)
  })

  test('is told from one that cannot, of which nothing is left', () => {
    const there = openFolder('there too')
    writeFileSync(join(there, 'file'), '')
    expect(() => assertCanBeMade(join(there, 'file', 'one'))).toThrow(
      expect.objectContaining({ name: 'DataFolderIsFileError', code: 'data_folder_is_file' }),
    )
    symlinkSync(join(there, 'nowhere'), join(there, 'link'))
    expect(() => assertCanBeMade(join(there, 'link', 'one'))).toThrow(
      expect.objectContaining({ name: 'DataFolderLinkError', code: 'data_folder_link' }),
    )
    expect(globSync('*', { cwd: there }).toSorted()).toEqual(['file', 'link'])
  })
})
