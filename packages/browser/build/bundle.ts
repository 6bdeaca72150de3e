import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export const ROOT: string = join(import.meta.dirname, '..')
const LICENSES = 'licenses.md'
const ENTRY = join(ROOT, 'src', 'virtual-entry.js')

/**
 * In Lit's files: how it finds out whether an engine takes style sheets without an element, what it tells polyfills, and
 * what it keeps for decorators.
 */
const SPARED = [
  { file: 'css-tag.js', code: /\w+\.ShadowRoot&&.*?"replace"in CSSStyleSheet\.prototype/, instead: 'true' },
  { file: 'reactive-element.js', code: /,\w+\?\.\(\{ReactiveElement.*?\.push\(".*?"\)/, instead: '' },
  { file: 'reactive-element.js', code: /Symbol\.metadata\?\?=.*?new WeakMap;/, instead: '' },
  {
    file: 'reactive-element.js',
    code: /const \w+=this\[Symbol\.metadata\];.*?this\.elementProperties\.set\(\w+,\w+\)\}/,
    instead: '',
  },
]

/** Leaves out what Lit does in engines that need it: they have no CSS custom states either, and so not the element. */
const sparedCode: Plugin = {
  name: 'spared-code',
  transform(code, id) {
    const spared = SPARED.filter(({ file }) => id.endsWith(`/@lit/reactive-element/${file}`))
    if (spared.length === 0) return undefined
    let left = code
    for (const { code: pattern, instead } of spared) {
      if (!pattern.test(left)) throw new Error(`${id} has nothing like ${pattern}`)
      left = left.replace(pattern, instead)
    }
    return left
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
      sparedCode,
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
