import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export const ROOT: string = join(import.meta.dirname, '..')
const LICENSES = 'licenses.md'
const ENTRY = join(ROOT, 'src', 'virtual-entry.js')

/** How Lit finds out whether an engine takes style sheets without an element. */
const DETECTION = /\w+\.ShadowRoot&&.*?"replace"in CSSStyleSheet\.prototype/

/** Leaves out what Lit does in engines that do not: they have no CSS custom states either, and so not the element. */
const adoptedStyles: Plugin = {
  name: 'adopted-styles',
  transform(code, id) {
    if (!id.endsWith('/@lit/reactive-element/css-tag.js')) return undefined
    if (!DETECTION.test(code)) throw new Error(`${id} finds adopted style sheets in another way than ${DETECTION}`)
    return code.replace(DETECTION, 'true')
  },
}

interface Bundled {
  readonly code: string
  /** Of what is in the code, as Markdown. */
  readonly licenses: string
}

/** What a bundler with tree-shaking and minification makes of `source`, which stands beside the sources. */
export const bundleWithLicenses = async (source: string): Promise<Bundled> => {
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
      adoptedStyles,
    ],
    build: {
      write: false,
      license: { fileName: LICENSES },
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
  const licenses = output.flatMap((asset) => (asset.fileName === LICENSES && 'source' in asset ? [asset.source] : []))
  return { code: code.join('\n'), licenses: licenses.join('\n') }
}

export const bundle = async (source: string): Promise<string> => (await bundleWithLicenses(source)).code
