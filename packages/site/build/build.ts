// Makes `dist`: the tables from the contract, the API pages from the packages' sources, the collection from the API's document, then the site.
import { join } from 'node:path'
import { build } from 'vitepress'
import { writeApiPages } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import { writeReference } from './reference.ts'

await writeReference()
await writeApiPages()
await writeCollection()
await build(join(import.meta.dirname, '..'))
