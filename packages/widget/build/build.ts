import { mkdir, rm } from 'node:fs/promises'
import { buildPage } from './build-page.ts'
import { buildScript } from './build-script.ts'
import { addCompressed } from './compress.ts'
import { writeManifest } from './manifest.ts'
import { DIST, PAGE } from './paths.ts'

await rm(DIST, { recursive: true, force: true })
await mkdir(PAGE, { recursive: true })
const versions = await buildScript()
const page = await buildPage()
await writeManifest({ versions, page })
await addCompressed(DIST)
