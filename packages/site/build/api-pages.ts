import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Application, PageEvent, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

const PACKAGES = join(import.meta.dirname, '..', '..')
const PAGES = join(import.meta.dirname, '..', 'pages', 'reference')

const DOCUMENTS = [
  {
    folder: 'sdk-api',
    package: 'node',
    entries: ['index.ts', 'testing.ts', 'adapters/node-http.ts', 'adapters/express.ts', 'adapters/fastify.ts'],
  },
  { folder: 'browser-api', package: 'browser', entries: ['index.ts', 'load.ts', 'react.ts'] },
] as const

const optionsOf = (root: string, entries: readonly string[], out: string): TypeDocOptions & Partial<PluginOptions> => ({
  entryPoints: entries.map((entry) => join(root, 'src', entry)),
  tsconfig: join(root, 'tsconfig.build.json'),
  plugin: ['typedoc-plugin-markdown'],
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  skipErrorChecking: true,
  expandObjects: false,
  logLevel: 'Error',
  outputs: [{ name: 'markdown', path: out }],
  outputFileStrategy: 'modules',
  entryFileName: 'index',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  sanitizeComments: true,
  // Each place has its own name beside its heading's: `CoinSlot.error` and `CoinslotError` are one word in lower case.
  useHTMLAnchors: true,
  anchorPrefix: 'api-',
})

/** `adapters/express` of a package → what a program imports. */
const importOf = (name: string, module: string): string => {
  const entry = module.replace(/^adapters\//, '')
  return entry === 'index' ? `@coinslot/${name}` : `@coinslot/${name}/${entry}`
}

/** Names each module by its import, in its heading and in the list of all: a reader who searches meets them without a folder. */
const nameByImport = (name: string) => (page: PageEvent) => {
  page.contents &&= page.contents
    .replace(/^# @.*$/m, `# Every export of @coinslot/${name}`)
    .replace(/^# ([\w/-]+)$/m, (_, module: string) => `# Exports of ${importOf(name, module)}`)
    .replaceAll(/^- \[([\w/-]+)\](?=\([\w/-]+\.md\)$)/gm, (_, module: string) => `- [${importOf(name, module)}]`)
}

/** VitePress takes underscores out of the links to a place in a page, and not out of the place's own name. */
const nameWithoutUnderscores = (page: PageEvent): void => {
  page.contents &&= page.contents.replaceAll(/(?<=#|id=")api-[\w-]+/g, (name) => name.replaceAll('_', '-'))
}

/** Pages for the exports of the packages, from their types and comments. */
export const writeApiPages = async (): Promise<void> => {
  for (const { folder, package: name, entries } of DOCUMENTS) {
    const out = join(PAGES, folder)
    await rm(out, { recursive: true, force: true })
    const app = await Application.bootstrapWithPlugins(optionsOf(join(PACKAGES, name), entries, out))
    app.renderer.on(PageEvent.END, nameWithoutUnderscores)
    app.renderer.on(PageEvent.END, nameByImport(name))
    const project = await app.convert()
    if (project === undefined) throw new Error(`TypeDoc could not read ${name}`)
    await app.generateOutputs(project)
  }
}
