// Makes `dist`: the tables from the contract, the API pages from the packages' sources, then the site.
import { join } from 'node:path'
import { build } from 'vitepress'
import { writeApiPages } from './api-pages.ts'
import { writeReference } from './reference.ts'

await writeReference()
await writeApiPages()
await build(join(import.meta.dirname, '..'))
