import type { Backend, Choice, Page, Templates } from './templates.ts'

/** The example that shows a backend, what of it is the backend, and what the backend alone installs. */
const BACKEND_PARTS: Readonly<Record<Exclude<Backend, 'nextjs'>, { example: string; installs: readonly string[] }>> = {
  express: { example: 'express-react', installs: ['express', '@types/express'] },
  fastify: { example: 'fastify-html', installs: ['fastify', '@fastify/static'] },
}
const BACKEND_FILES = ['server.ts', 'shop.ts', 'page.ts', 'service.env']
/** The example that shows a page. All of it but the backend is the page. */
const PAGE_EXAMPLES: Readonly<Record<Page, string>> = { react: 'express-react', html: 'fastify-html' }

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly name: string
  readonly dependencies: Versions
  readonly devDependencies: Versions
}

const filesOf = (templates: Templates, example: string): Readonly<Record<string, string>> => {
  const files = templates[example]
  if (files === undefined) throw new Error(`There is no example ${example}`)
  return files
}

const manifestOf = (files: Readonly<Record<string, string>>): Manifest => JSON.parse(files['package.json'] ?? '')

const BACKENDS_INSTALL = Object.values(BACKEND_PARTS).flatMap(({ installs }) => installs)

/** Versions by name, without those of other backends and with those of the chosen one; ours are of `version`. */
const installed = (page: Versions, backend: Versions, installs: readonly string[], version: string): Versions => {
  const all = [
    ...Object.entries(page).filter(([name]) => !BACKENDS_INSTALL.includes(name)),
    ...Object.entries(backend).filter(([name]) => installs.includes(name)),
  ].toSorted(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(all.map(([name, given]) => [name, name.startsWith('@coinslot/') ? version : given]))
}

/** What `npm run setup` writes the shop's credentials into. */
const ENV =
  'COINSLOT_BASE_URL=http://127.0.0.1:4000\n# `npm run setup` writes the credentials of your shop into this file.\n'

export interface ShopOptions {
  /** The shop's name, which npm takes for a package. */
  readonly name: string
  /** Of our packages. */
  readonly version: string
}

/** The files of the smallest shop of a kind, put together of the examples. */
export const composeShop = (
  templates: Templates,
  { backend, page }: Choice,
  { name, version }: ShopOptions,
): Record<string, string> => {
  const isNext = backend === 'nextjs'
  const files = filesOf(templates, isNext ? 'nextjs' : PAGE_EXAMPLES[page])
  const { example, installs } = isNext ? { example: 'nextjs', installs: [] } : BACKEND_PARTS[backend]
  const ofBackend = filesOf(templates, example)
  const own = manifestOf(files)
  const theirs = manifestOf(ofBackend)
  const manifest = {
    ...own,
    name,
    dependencies: installed(own.dependencies, theirs.dependencies, installs, version),
    devDependencies: installed(own.devDependencies, theirs.devDependencies, installs, version),
  }
  const taken = isNext ? [] : BACKEND_FILES.map((file): [string, string] => [file, ofBackend[file] ?? ''])
  return {
    ...files,
    ...Object.fromEntries(taken),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.env': ENV,
  }
}
