import { join } from 'node:path'
import { build } from 'vite'

export const ROOT: string = join(import.meta.dirname, '..')
const ENTRY = join(ROOT, 'src', 'virtual-entry.js')

/** Code as a bundler with tree-shaking and minification makes it of `source`, which stands beside the sources. */
export const bundle = async (source: string): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    resolve: { conditions: ['@coinslot/source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'virtual-entry',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', minify: true },
      },
    },
  })
  const output = Array.isArray(result) || !('output' in result) ? [] : result.output
  const code = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []))
  return code.join('\n')
}
