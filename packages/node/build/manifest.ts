import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dist, ENTRIES, root } from './entries.ts'

/** What the published package.json says beside its entries. */
const KEPT = [
  'name',
  'version',
  'description',
  'license',
  'homepage',
  'bugs',
  'repository',
  'type',
  'sideEffects',
  'engines',
  'dependencies',
  'peerDependencies',
  'peerDependenciesMeta',
] as const

interface Manifest extends Record<string, unknown> {
  readonly version: string
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
  // All packages share one version; so what npm packs of `dist` is what pnpm packs.
  const inVersions = (text: string) => text.replace(/"workspace:([\^~]?)\*?"/g, `"$1${own.version}"`)
  const published = { ...Object.fromEntries(KEPT.map((key) => [key, own[key]])), exports, imports }
  await writeFile(join(dist, 'package.json'), inVersions(JSON.stringify(published, null, 2)))
}

/** What stands beside the code: the manual, which registries show, and the licence. */
export const copyDocuments = async (): Promise<void> => {
  await copyFile(join(root, 'README.md'), join(dist, 'README.md'))
  await copyFile(join(root, '../../LICENSE'), join(dist, 'LICENSE'))
}
