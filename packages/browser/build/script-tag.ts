import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleWithLicenses, ROOT } from './bundle.ts'

/** The script-tag build: one ES module that registers the element and sets `window.Coinslot`. */
export interface ScriptTag {
  readonly code: string
  /** For the tag's `integrity`. */
  readonly integrity: string
  /** Of what is in the code, as Markdown. */
  readonly licenses: string
}

export const bundleScriptTag = async (): Promise<ScriptTag> => {
  const { code, licenses } = await bundleWithLicenses(`import './global.ts'`)
  return { code, licenses, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}` }
}

/** Writes `dist/coinslot.js`, and beside it its digest as `coinslot.js.integrity` and its licences as `coinslot.js.licenses.md`. */
export const writeScriptTag = async (): Promise<void> => {
  const { code, integrity, licenses } = await bundleScriptTag()
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  await writeFile(join(ROOT, 'dist', 'coinslot.js'), code)
  await writeFile(join(ROOT, 'dist', 'coinslot.js.integrity'), `${integrity}\n`)
  await writeFile(join(ROOT, 'dist', 'coinslot.js.licenses.md'), licenses)
}

if (import.meta.main) await writeScriptTag()
