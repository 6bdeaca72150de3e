import { join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { dist, ENTRIES, type Entry, entryOf, src } from './entries.ts'

/** Whatever another entry exports is imported from there, so that every error class and every client exists once. */
const shareEntries = (self: Entry): Plugin => ({
  name: 'share-entries',
  async resolveId(specifier, importer) {
    if (importer === undefined || !specifier.startsWith('.')) return null
    const entry = entryOf(join(importer, '..', specifier))
    return entry === undefined || entry === self ? null : { id: `./${entry}.js`, external: 'relative' }
  },
})

/** One minified module an entry. */
export const bundle = async (): Promise<void> => {
  for (const entry of Object.keys(ENTRIES) as Entry[]) {
    const build = await rolldown({
      input: { [entry]: join(src, ENTRIES[entry]) },
      external: [/^node:/, /^@coinslot\//],
      platform: 'neutral',
      plugins: [shareEntries(entry)],
    })
    await build.write({ dir: dist, format: 'esm', minify: true })
    await build.close()
  }
}
