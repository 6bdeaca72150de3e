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

interface Manifest extends Record<string, unknown> {
  readonly imports: Readonly<Record<string, Readonly<Record<string, { readonly default: string }>>>>
}

/** Writes the published package.json into `dist`, which is what is packed: no scripts, no source condition. */
export const writeManifest = async (): Promise<void> => {
  const own: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const exports = Object.fromEntries(
    Object.keys(ENTRIES).map((entry) => [
      entry === 'index' ? '.' : `./${entry}`,
      { types: `./${entry}.d.ts`, default: `./${entry}.js` },
    ]),
  )
  const imports = Object.fromEntries(
    Object.entries(own.imports).map(([name, platforms]) => [
      name,
      Object.fromEntries(
        Object.entries(platforms).map(([platform, to]) => [platform, to.default.replace('/dist', '')]),
      ),
    ]),
  )
  const published = { ...Object.fromEntries(KEPT.map((key) => [key, own[key]])), exports, imports }
  await writeFile(join(dist, 'package.json'), JSON.stringify(published))
}

/** Writes the README's first part, which a registry shows; the manual would not fit. */
export const writeReadme = async (): Promise<void> => {
  const manual = await readFile(join(root, 'README.md'), 'utf8')
  await writeFile(join(dist, 'README.md'), manual.slice(0, manual.indexOf('\n## ')))
}
