// Writes the examples into `dist/templates.json`: as files, npm would leave out those that it reads itself.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTemplates } from './read-templates.ts'

await writeFile(join(import.meta.dirname, '..', 'dist', 'templates.json'), JSON.stringify(await readTemplates()))
