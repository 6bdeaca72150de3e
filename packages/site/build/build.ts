// Makes `dist`: the tables from the contract, the API pages from the packages' sources, the collection from the API's document, then the site.
import { join } from 'node:path'
import { build } from 'vitepress'
import { writeApiPages } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import { writeReference } from './reference.ts'
import { unfitPath } from './unfit-path.ts'

const unfit = unfitPath(import.meta.dirname)
if (unfit !== null) {
  console.error(`coinslot: ${unfit}`)
  process.exit(1)
}

await writeReference()
await writeApiPages()
await writeCollection()
await build(join(import.meta.dirname, '..'))
