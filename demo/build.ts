import { join } from 'node:path'
import { build } from 'vite'

const client = join(import.meta.dirname, 'client')
const pages = ['page', 'slot', 'identity', 'app']

await build({
  configFile: false,
  root: client,
  logLevel: 'warn',
  resolve: { conditions: ['@coinslot/source', 'module', 'browser'] },
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rollupOptions: {
      input: Object.fromEntries(pages.map((name) => [name, join(client, `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' },
    },
  },
})
