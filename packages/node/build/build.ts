// Makes `dist`: for each entry one module, its source map and one file of declarations; the manual and the manifest.
import { rm } from 'node:fs/promises'
import { bundle } from './bundle.ts'
import { declare } from './declare.ts'
import { dist } from './entries.ts'
import { copyDocuments, writeManifest } from './manifest.ts'

await rm(dist, { recursive: true, force: true })
await bundle()
await declare()
await writeManifest()
await copyDocuments()
