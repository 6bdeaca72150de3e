import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { type DatabaseImage, type DatabaseImages, takeImages } from './database-image.ts'
import { embeddedSource, openEmbedded } from './embedded.ts'
import { packImages, unpackDatabase, unpackImages } from './image-file.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { SqlDialect } from './sql-dialect.ts'
import type { Tables } from './tables.ts'

/** Where the package as published has its image. */
const SHIPPED = fileURLToPath(new URL('./', import.meta.url))
/** Where one is kept that had to be made, because the package was not built or its migrations have changed. */
const KEPT = fileURLToPath(new URL('../../node_modules/.cache/coinslot/', import.meta.url))

/** To be counted up with every change of how an image is made, so that older ones are not used. */
const FORMAT = 6

/** Changes with whatever the image is made of. */
const imageKey = async (): Promise<string> => {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8'))
  const sources = [FORMAT, version, await readMigrations()]
  return createHash('sha256').update(JSON.stringify(sources)).digest('hex').slice(0, 16)
}

const makeImages = async (): Promise<DatabaseImages> => {
  const pglite = await openEmbedded()
  const db = new Kysely<Tables>({ dialect: new SqlDialect(await embeddedSource({ pglite })) })
  try {
    await migrate(db)
    return await takeImages(pglite)
  } finally {
    await db.destroy()
  }
}

/** Several processes may do so at once: each writes a file of its own and puts it in place whole. Older ones go. */
const keep = async (folder: string, name: string, images: DatabaseImages): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${randomUUID()}`)
  await writeFile(unfinished, await packImages(images))
  await rename(unfinished, join(folder, name))
  for (const other of await readdir(folder)) {
    if (/^prepared-\w+\.(?:gz|images)$/.test(other) && other !== name) await rm(join(folder, other), { force: true })
  }
}

const readKept = async <T>(path: string, unpack: (packed: Buffer) => Promise<T>): Promise<T | undefined> => {
  try {
    return await unpack(await readFile(path))
  } catch {
    return undefined
  }
}

const imagesName = async (): Promise<string> => `prepared-${await imageKey()}.images`

const findImages = async <T>(
  unpack: (packed: Buffer) => Promise<T>,
  choose: (made: DatabaseImages) => T,
): Promise<T> => {
  const name = await imagesName()
  const found = (await readKept(join(SHIPPED, name), unpack)) ?? (await readKept(join(KEPT, name), unpack))
  if (found !== undefined) return found
  const images = await makeImages()
  // A package that cannot be written to makes its images anew in each process.
  await keep(KEPT, name, images).catch(() => undefined)
  return choose(images)
}

/** What the folder of a migrated, empty database starts from. */
export const preparedImages = (): Promise<DatabaseImages> => findImages(unpackImages, (images) => images)

/** Writes the images of these sources into a folder, for a build of the package. */
export const writePreparedImage = async (folder: string): Promise<void> => {
  await keep(folder, await imagesName(), await preparedImages())
}

let image: Promise<DatabaseImage> | undefined

/**
 * What a migrated, empty database in memory starts from, in a fraction of the time that making one takes: the image
 * shipped with the package, else one that was kept, else a new one.
 */
export const preparedImage = (): Promise<DatabaseImage> =>
  (image ??= findImages(unpackDatabase, ({ database }) => database))
