import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { codeOf } from '../db/error-code.ts'
import type { StaticFile } from '../http/send-static.ts'
import { readStatic } from '../widget/bundle.ts'

/** The pages as they were built, held in memory. */
export interface DashboardBundle {
  readonly html: string
  /** By file name. */
  readonly assets: ReadonlyMap<string, StaticFile>
}

const builtFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@coinslot/dashboard/package.json')), 'dist')

/** Reads the pages that are installed beside the service; null where they have not been built. */
export const loadDashboard = async (folder: string = builtFolder()): Promise<DashboardBundle | null> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  if (html === null) return null
  const names = (await readdir(join(folder, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name))
  const read = async (name: string) => [name, await readStatic(join(folder, 'assets', name))] as const
  return { html, assets: new Map(await Promise.all(names.map(read))) }
}
