import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle, ROOT } from './bundle.ts'

/** The script-tag build: one ES module that registers the element and sets `window.Coinslot`. */
export interface ScriptTag {
  readonly code: string
  /** For the tag's `integrity`. */
  readonly integrity: string
}

export const bundleScriptTag = async (): Promise<ScriptTag> => {
  const code = await bundle(`import './global.ts'`)
  return { code, integrity: `sha384-${createHash('sha384').update(code).digest('base64')}` }
}

/** Writes `dist/coinslot.js`, and its digest beside it as `dist/coinslot.js.integrity`. */
export const writeScriptTag = async (): Promise<void> => {
  const { code, integrity } = await bundleScriptTag()
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  await writeFile(join(ROOT, 'dist', 'coinslot.js'), code)
  await writeFile(join(ROOT, 'dist', 'coinslot.js.integrity'), `${integrity}\n`)
}

if (import.meta.main) await writeScriptTag()
