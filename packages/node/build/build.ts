// Makes `dist`: for each entry one minified module and one file of declarations.
import { rm } from 'node:fs/promises'
import { bundle } from './bundle.ts'
import { declare } from './declare.ts'
import { dist } from './entries.ts'
import { writeManifest, writeReadme } from './manifest.ts'

await rm(dist, { recursive: true, force: true })
await bundle()
await declare()
await writeManifest()
await writeReadme()
