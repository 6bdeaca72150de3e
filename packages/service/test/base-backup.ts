import { chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import pg from 'pg'

/** A server makes anew what lies in these, or has no use for another's. */
const NEEDED_EMPTY = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
/** They say that the server which is copied runs. */
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts'])

interface Owner {
  readonly uid: number
  readonly gid: number
}

const giveTo = ({ uid, gid }: Owner, path: string): Promise<void> => chown(path, uid, gid)

/** A file that its server has just deleted is left out. */
const copyOneFile = async (from: string, to: string, owner: Owner): Promise<void> => {
  try {
    await copyFile(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await giveTo(owner, to)
}

const copyFolder = async (from: string, to: string, owner: Owner): Promise<void> => {
  await mkdir(to, { mode: 0o700 })
  await giveTo(owner, to)
  if (NEEDED_EMPTY.has(basename(from))) return
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const copy = entry.isDirectory() ? copyFolder : copyOneFile
    await copy(join(from, entry.name), join(to, entry.name), owner)
  }
}

export interface BackedUp {
  readonly url: string
  readonly dataFolder: string
}

/**
 * Copies the data of a server that goes on writing into a new folder, for a server that follows it. By the functions with which
 * `pg_basebackup` works, which is not among the programs that tests run.
 * @see https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export const takeBaseBackup = async ({ url, dataFolder }: BackedUp, to: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const owner = await stat(dataFolder)
    await client.query("select pg_backup_start('standby', fast => true)")
    await copyFolder(dataFolder, to, owner)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    const written = { backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' }
    for (const [name, text] of Object.entries(written)) {
      await writeFile(join(to, name), text)
      await giveTo(owner, join(to, name))
    }
  } finally {
    await client.end()
  }
}
