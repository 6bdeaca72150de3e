import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { dist, ENTRIES, type Entry, entryOf, PLATFORMS, src } from './entries.ts'

/** Whatever another entry exports is imported from there, so that every error class and every client exists once. */
const shareEntries = (self: Entry): Plugin => ({
  name: 'share-entries',
  async resolveId(specifier, importer) {
    if (importer === undefined || !specifier.startsWith('.')) return null
    const entry = entryOf(join(importer, '..', specifier))
    return entry === undefined || entry === self ? null : { id: `./${entry}.js`, external: 'relative' }
  },
})

const write = async (name: string, source: string, plugins: Plugin[]): Promise<void> => {
  const build = await rolldown({
    input: { [name]: join(src, source) },
    external: [/^node:/, /^@coinslot\//, '#send'],
    platform: 'neutral',
    plugins,
  })
  await build.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    // They stand in the declarations and the sources; a bundle kept a few, by chance.
    comments: { jsdoc: false },
    // Names stay as they are, so that a stack can be read without the map.
    minify: { compress: { keepNames: { class: true, function: true } }, mangle: false, codegen: false },
  })
  await build.close()
}

/** One module per entry, and one per platform. */
export const bundle = async (): Promise<void> => {
  for (const entry of Object.keys(ENTRIES) as Entry[]) await write(entry, ENTRIES[entry], [shareEntries(entry)])
  for (const [name, source] of Object.entries(PLATFORMS)) await write(name, source, [])
}
