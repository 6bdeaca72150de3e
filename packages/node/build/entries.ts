import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../', import.meta.url))
export const src = `${root}src/`
export const dist = `${root}dist/`

/** The package's entries and their sources. */
export const ENTRIES = {
  index: 'index.ts',
  'node-http': 'adapters/node-http.ts',
  express: 'adapters/express.ts',
  fastify: 'adapters/fastify.ts',
  testing: 'testing.ts',
} as const
export type Entry = keyof typeof ENTRIES

/** What `#send` stands for, on Node and elsewhere. */
export const PLATFORMS = { 'send-node': 'adapters/send-node.ts', 'send-web': 'send-web.ts' } as const

/** Sources whose every export the index has. */
const OF_INDEX: ReadonlySet<string> = new Set([
  'index.ts',
  'client.ts',
  'errors.ts',
  'handler.ts',
  'sign-test-webhook.ts',
])

/** The entry that exports all of a source; undefined where none does. */
export const entryOf = (path: string): Entry | undefined => {
  const source = path.slice(src.length)
  if (OF_INDEX.has(source)) return 'index'
  return (Object.keys(ENTRIES) as Entry[]).find((entry) => ENTRIES[entry] === source)
}
