import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Templates } from '../src/templates.ts'

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'demo', 'examples')
/** What an example's own use leaves in its folder; its secrets are among it. */
const MADE = /(^|\/)(node_modules|\.next|\.coinslot|\.env|coinslot\.js|package-lock\.json)(\/|$)/

/** @param name path in an example, with `/` */
export const isMade = (name: string): boolean => MADE.test(name)

/** The workspace's example shops, file by file. */
export const readTemplates = async (): Promise<Templates> => {
  const templates: Record<string, Record<string, string>> = {}
  for (const example of await readdir(EXAMPLES)) {
    const folder = join(EXAMPLES, example)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      )
      .filter((name) => !isMade(name))
      .toSorted()
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    templates[example] = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
  }
  return templates
}
