import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cli } from '@custom-elements-manifest/analyzer/cli.js'
import { ROOT } from './bundle.ts'

const GLOBS = ['src/coin-slot.ts', 'src/define.ts', 'src/events.ts']

/** The Custom Elements Manifest of `<coin-slot>`, for editors and catalogues. Paths are those of the published files. */
const elementsManifest = async (): Promise<string> => {
  // The analyzer writes `customElements` of package.json anew wherever that names another folder than this.
  const argv = ['analyze', '--litelement', '--quiet', '--outdir', 'dist', '--globs', ...GLOBS]
  const manifest: unknown = await cli({ argv, cwd: ROOT, noWrite: true })
  return JSON.stringify(manifest, null, 2).replaceAll(/"(\/?)src\/([\w-]+)\.ts"/g, '"$1dist/$2.js"')
}

export const writeElementsManifest = async (): Promise<void> =>
  writeFile(join(ROOT, 'dist', 'custom-elements.json'), `${await elementsManifest()}\n`)
