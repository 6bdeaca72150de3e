// Makes the modules of `dist`: one per entry, and one for each group of sources that several entries share, so that pages
// which need no schemas load none. zod, of which a part is used, goes along: by itself it is a hundred files, most of them
// languages that nobody asked for, and a start reads each.
import { readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly '@coinslot/source': string; readonly default: string }>>
}
const { exports }: Manifest = JSON.parse(await readFile(here('package.json'), 'utf8'))
const sourceByName = Object.values(exports).map((entry): [string, string] => [
  entry.default.replace(/^\.\/dist\/(.*)\.js$/, '$1'),
  here(entry['@coinslot/source']),
])

await rm(here('dist'), { recursive: true, force: true })
const build = await rolldown({ input: Object.fromEntries(sourceByName), platform: 'neutral' })
// Without comments of zod's that are about annotations, which Rollup takes for some and warns of.
await build.write({
  dir: here('dist'),
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  comments: { jsdoc: false },
})
await build.close()
