import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dist, ENTRIES, type Entry, entryOf, root, src } from './entries.ts'

const RELATIVE = /^(?:import|export) (?:type )?(?:\{[^}]*\}|\*) from ['"](\.[^'"]+)['"];\n/gm
const PACKAGE = /^import (?:type )?\{([^}]*)\} from ['"]([^.'"][^'"]*)['"];\n/gm

/** The declarations of some sources, each once, without the imports between them. */
class Declarations {
  readonly #emitted: string
  readonly #self: Entry
  readonly #seen = new Set<string>()
  readonly #imports = new Map<string, Set<string>>()
  readonly #texts: string[] = []

  constructor(emitted: string, self: Entry) {
    this.#emitted = emitted
    this.#self = self
  }

  #import(from: string, names: string): void {
    const known = this.#imports.get(from) ?? new Set()
    for (const name of names.split(',')) if (name.trim() !== '') known.add(name.trim().replace(/^type /, ''))
    this.#imports.set(from, known)
  }

  async add(source: string): Promise<void> {
    if (this.#seen.has(source)) return
    this.#seen.add(source)
    const text = await readFile(join(this.#emitted, source.replace(/\.ts$/, '.d.ts')), 'utf8')
    for (const [statement, specifier = ''] of text.matchAll(RELATIVE)) {
      const target = relative(src, join(src, dirname(source), specifier.replace(/\.js$/, '.ts')))
      const entry = entryOf(join(src, target))
      if (entry === undefined || entry === this.#self) await this.add(target)
      else if (statement.startsWith('export')) this.#texts.push(statement.replace(specifier, `./${entry}.js`))
      else this.#import(`./${entry}.js`, /\{([^}]*)\}/.exec(statement)?.[1] ?? '')
    }
    for (const [, names = '', from = ''] of text.matchAll(PACKAGE)) this.#import(from, names)
    this.#texts.push(text.replace(RELATIVE, '').replace(PACKAGE, ''))
  }

  toString(): string {
    const imports = [...this.#imports].map(
      ([from, names]) => `import type { ${[...names].join(', ')} } from '${from}'\n`,
    )
    return [...imports, ...this.#texts].join('')
  }
}

/** One file of declarations per entry, without internals. */
export const declare = async (): Promise<void> => {
  const emitted = await mkdtemp(join(tmpdir(), 'coinslot-declarations-'))
  try {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
    const project = join(root, 'tsconfig.build.json')
    await promisify(execFile)(process.execPath, [tsc, '-p', project, '--outDir', emitted])
    for (const entry of Object.keys(ENTRIES) as Entry[]) {
      const declarations = new Declarations(emitted, entry)
      await declarations.add(ENTRIES[entry])
      await writeFile(join(dist, `${entry}.d.ts`), String(declarations))
    }
  } finally {
    await rm(emitted, { recursive: true })
  }
}
