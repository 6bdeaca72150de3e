import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { sha384 } from './digest.ts'
import type { ScriptVersion } from './manifest.ts'
import { DIST, RELEASES, ROOT } from './paths.ts'
import { newestFirst, scriptName } from './versions.ts'

/** Versions that stay served. @see decisions.md §6 */
const SERVED_VERSIONS = 5

const readVersion = async (): Promise<string> => {
  const { version }: { version: string } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  return version
}

const compile = (fileName: string) =>
  build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    resolve: { conditions: ['@coinslot/source'] },
    build: {
      outDir: DIST,
      emptyOutDir: false,
      target: 'es2022',
      minify: 'oxc',
      // The bundler's own, since that of a library leaves the white space.
      rolldownOptions: { output: { minify: true, comments: false } },
      lib: { entry: join(ROOT, 'src/script/index.ts'), formats: ['es'], fileName: () => fileName },
    },
  })

const describe = async (folder: string, fileName: string): Promise<ScriptVersion> => ({
  file_name: fileName,
  digest: sha384(await readFile(join(folder, fileName))),
})

/** @throws Error where the current version was published before with other bytes: its digest is pinned by integrations. */
export const buildScript = async (): Promise<[ScriptVersion, ...ScriptVersion[]]> => {
  const fileName = scriptName(await readVersion())
  await compile(fileName)
  const current = await describe(DIST, fileName)

  const released = await Promise.all((await readdir(RELEASES)).filter(isScript).map((name) => describe(RELEASES, name)))
  const published = released.find((version) => version.file_name === fileName)
  if (published && published.digest !== current.digest) {
    throw new Error(`${fileName} was released with other bytes: raise the version in packages/widget/package.json`)
  }
  const earlier = newestFirst(released.filter((version) => version !== published)).slice(0, SERVED_VERSIONS - 1)
  await Promise.all(earlier.map(({ file_name: name }) => copyFile(join(RELEASES, name), join(DIST, name))))
  return [current, ...earlier]
}

const isScript = (name: string): boolean => name.endsWith('.js')
