import { readdir, readFile } from 'node:fs/promises'

const MIGRATIONS = new URL('./migrations/', import.meta.url)

export interface Migration {
  readonly name: string
  readonly statements: string
}

/** All migrations of this version, in the order in which they are run. */
export const readMigrations = async (): Promise<readonly Migration[]> => {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => ({ name, statements: await readFile(new URL(name, MIGRATIONS), 'utf8') })),
  )
}
