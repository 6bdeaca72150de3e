import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'

const parent = mkdtempSync(join(tmpdir(), 'coinslot-disk-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

/** Commits one row, and another after the disk has begun to refuse the log what `fails` says. */
const script = (dataDir: string, fails: 'fsyncSync' | 'writeSync'): string => `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { openDatabase } from ${JSON.stringify(new URL('open-database.ts', import.meta.url).href)}

let isFull = false
const { writeSync } = fs
const disk = { writeSync, fsyncSync: () => undefined }
for (const [name, works] of Object.entries(disk))
  fs[name] = (fd, ...rest) => {
    if (isFull && name === '${fails}' && fs.readlinkSync('/proc/self/fd/' + fd).includes('pg_wal')) throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })
    return works(fd, ...rest)
  }
syncBuiltinESMExports()
const db = await openDatabase({ kind: 'embedded', dataDir: ${JSON.stringify(dataDir)}, waitsForDisk: true })
await sql\`create table promised as select 1 as nr\`.execute(db)
isFull = true
await sql\`insert into promised values (2)\`.execute(db)
process.stdout.write('acknowledged')
`

test.runIf(process.platform === 'linux').each(['writeSync', 'fsyncSync'] as const)(
  'a log that the disk does not take (%s) ends the process, acknowledges nothing, and is read again by the next',
  async (fails) => {
    const dataDir = join(parent, fails)
    const flags = ['--conditions=@coinslot/source', '--input-type=module', '--eval', script(dataDir, fails)]
    const { status, stdout, stderr } = spawnSync(process.execPath, flags, {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^The embedded database cannot write \S+pg_wal\S*( \(ENOSPC.*\))?: make room on the disk, or mend it/,
    )
    const db = await openDatabase({ kind: 'embedded', dataDir })
    expect((await sql`select nr from promised where nr = 1`.execute(db)).rows).toEqual([{ nr: 1 }])
    await db.destroy()
  },
)
