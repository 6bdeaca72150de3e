// Makes `dist/js`: what every start loads as one module, and each part that is loaded when it is first used as another. A
// start that reads several hundred files spends half a second on finding them. What consists of many small files, of which a
// part is used, goes along.
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const isInstalledBeside = (id: string): boolean => /^[@\w]/.test(id) && !/^(jose|kysely|uuid|zod)(\/|$)/.test(id)

await rm(here('dist'), { recursive: true, force: true })
const build = await rolldown({
  input: { index: here('src/index.ts'), main: here('src/main.ts') },
  external: (id) => isInstalledBeside(id),
  platform: 'node',
})
await build.write({
  dir: here('dist/js'),
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  comments: { jsdoc: false },
})
await build.close()
