// Serves the site while it is written.
import { join } from 'node:path'
import { createServer } from 'vitepress'
import { writeApiPages } from './api-pages.ts'
import { writeCollection } from './collection.ts'
import { writeReference } from './reference.ts'

await writeReference()
await writeApiPages()
await writeCollection()
const server = await createServer(join(import.meta.dirname, '..'))
await server.listen()
server.printUrls()
