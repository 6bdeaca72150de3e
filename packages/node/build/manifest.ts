import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dist, ENTRIES, root } from './entries.ts'

/** What the published package.json says beside its entries. */
const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'sideEffects',
  'engines',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
] as const

/** Writes the published package.json into `dist`, which is what is packed: no scripts, no source condition. */
export const writeManifest = async (): Promise<void> => {
  const own: Record<string, unknown> = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const exports = Object.fromEntries(
    Object.keys(ENTRIES).map((entry) => [
      entry === 'index' ? '.' : `./${entry}`,
      { types: `./${entry}.d.ts`, default: `./${entry}.js` },
    ]),
  )
  const published = { ...Object.fromEntries(KEPT.map((key) => [key, own[key]])), exports }
  await writeFile(join(dist, 'package.json'), JSON.stringify(published))
}

/** Writes the README's first part, which a registry shows; the manual would not fit. */
export const writeReadme = async (): Promise<void> => {
  const manual = await readFile(join(root, 'README.md'), 'utf8')
  await writeFile(join(dist, 'README.md'), manual.slice(0, manual.indexOf('\n## ')))
}
