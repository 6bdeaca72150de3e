import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { manifestSchema } from '@coinslot/contract'
import type { WidgetManifest } from '@coinslot/contract/widget'
import { z } from 'zod'
import { codeOf } from '../db/error-code.ts'
import type { StaticFile } from '../http/send-static.ts'

/** What helps where files are not as they were packed; their path names the package. */
const MEND = 'install the package again, or build it where this is a clone'

/** A built widget that must not be served; its message is one line that says what to do. */
export class WidgetBundleError extends Error {
  override readonly name = 'WidgetBundleError'
  readonly code = 'invalid_widget'
}

/** All that browsers are served of the widget, held in memory. */
export interface WidgetBundle {
  readonly manifest: WidgetManifest
  /** By file name; the last versions, the newest first. */
  readonly scripts: ReadonlyMap<string, StaticFile>
  readonly assets: ReadonlyMap<string, StaticFile>
  readonly html: string
}

const FILE = /^[\w-]+(\.[\w-]+)*$/
const buildSchema = z.object({
  ...manifestSchema.shape,
  versions: z.array(z.object({ file_name: z.string().regex(FILE), digest: z.string() })).min(1),
  page: z.object({ html: z.string().regex(FILE), assets: z.array(z.string().regex(FILE)) }),
})

/** Where the package that is installed beside the service keeps its build. */
const widgetFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@coinslot/widget/package.json')), 'dist')

const readIfThere = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })

/** Reads a file with its compressed forms. @throws {WidgetBundleError} where it is missing. */
export const readStatic = async (path: string): Promise<StaticFile> => {
  const [bytes, br, gzip] = await Promise.all([readIfThere(path), readIfThere(`${path}.br`), readIfThere(`${path}.gz`)])
  if (bytes === null) throw new WidgetBundleError(`${path} is missing: ${MEND}`)
  return { bytes, br, gzip }
}

const readVerified = async (folder: string, name: string, digest: string): Promise<StaticFile> => {
  const file = await readStatic(join(folder, name))
  const found = `sha384-${createHash('sha384').update(file.bytes).digest('base64')}`
  if (found === digest) return file
  throw new WidgetBundleError(
    `${join(folder, name)} does not match the manifest's digest (${digest}, found ${found}): ${MEND}`,
  )
}

const parseManifest = (text: string, path: string): z.output<typeof buildSchema> => {
  try {
    return buildSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new WidgetBundleError(`${path} cannot be read: ${MEND}`, { cause: error })
  }
}

const byName = async (names: readonly string[], read: (name: string) => Promise<StaticFile>) =>
  new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))

/**
 * Reads the built widget and verifies every script against its digest; null where nothing was built.
 * @throws {WidgetBundleError} where a file is missing or is not what its digest says.
 * @see decisions.md §6
 */
export const loadWidget = async (folder: string = widgetFolder()): Promise<WidgetBundle | null> => {
  const path = join(folder, 'manifest.json')
  const text = await readIfThere(path)
  if (text === null) return null
  const { file_name, integrity, versions, page } = parseManifest(text.toString('utf8'), path)
  const digests = new Map(versions.map((version) => [version.file_name, version.digest]))
  digests.set(file_name, integrity.digest)
  return {
    manifest: { file_name, integrity },
    scripts: await byName([...digests.keys()], (name) => readVerified(folder, name, digests.get(name) ?? '')),
    assets: await byName(page.assets, (name) => readStatic(join(folder, 'page', 'assets', name))),
    html: await readFile(join(folder, 'page', page.html), 'utf8'),
  }
}
