import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Kysely } from 'kysely'
import { type DatabaseImage, packImage, takeImage, unpackImage } from './database-image.ts'
import { embeddedSource, openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { SqlDialect } from './sql-dialect.ts'
import type { Tables } from './tables.ts'

/** Where the package as published has its image. */
const SHIPPED = fileURLToPath(new URL('./', import.meta.url))
/** Where one is kept that had to be made, because the package was not built or its migrations have changed. */
const KEPT = fileURLToPath(new URL('../../node_modules/.cache/coinslot/', import.meta.url))

/** To be counted up with every change of how an image is made, so that older ones are not used. */
const FORMAT = 4

/** More than an image is long: it is unpacked in one go, not in a thousand pieces. */
const UNPACK_BYTES = 32_000_000

/** Changes with whatever the image is made of. */
const imageKey = async (): Promise<string> => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8'))
  const sources = [FORMAT, version, await readMigrations()]
  return createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16)
}

const makeImage = async (): Promise<DatabaseImage> => {
  const pglite = await openEmbedded()
  const db = new Kysely<Tables>({ dialect: new SqlDialect(await embeddedSource({ pglite })) })
  try {
    await migrate(db)
    return await takeImage(pglite)
  } finally {
    await db.destroy()
  }
}

/** Several processes may do so at once: each writes a file of its own and puts it in place whole. Older images go. */
const keep = async (folder: string, name: string, image: DatabaseImage): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${randomUUID()}`)
  await writeFile(unfinished, await promisify(gzip)(packImage(image)))
  await rename(unfinished, join(folder, name))
  for (const other of await readdir(folder)) {
    if (/^prepared-\w+\.gz$/.test(other) && other !== name) await rm(join(folder, other), { force: true })
  }
}

const readKept = async (path: string): Promise<DatabaseImage | undefined> => {
  try {
    return unpackImage(await promisify(gunzip)(await readFile(path), { chunkSize: UNPACK_BYTES }))
  } catch {
    return undefined
  }
}

const imageName = async (): Promise<string> => `prepared-${await imageKey()}.gz`

/** Writes the image of these sources into a folder, for a build of the package. */
export const writePreparedImage = async (folder: string): Promise<void> => {
  await keep(folder, await imageName(), await findImage())
}

const findImage = async (): Promise<DatabaseImage> => {
  const name = await imageName()
  const found = (await readKept(join(SHIPPED, name))) ?? (await readKept(join(KEPT, name)))
  if (found !== undefined) return found
  const image = await makeImage()
  // A package that cannot be written to makes its image anew in each process.
  await keep(KEPT, name, image).catch(() => undefined)
  return image
}

let image: Promise<DatabaseImage> | undefined

/**
 * What a migrated, empty database in memory starts from, in a fraction of the time that making one takes: the image
 * shipped with the package, else one that was kept, else a new one.
 */
export const preparedImage = (): Promise<DatabaseImage> => (image ??= findImage())
