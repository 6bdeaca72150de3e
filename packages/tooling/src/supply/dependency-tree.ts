import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { here } from '../steps/workspace.ts'
import { askedFor } from './asked-for.ts'
import { readManifest } from './published.ts'

/** One package that comes with a published one, in the version that the lockfile holds. */
export interface Installed {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** Subresource Integrity of its tarball; null for a package of this workspace. */
  readonly integrity: string | null
  /** `name@version` of what it needs itself. */
  readonly needs: readonly string[]
}

type Dependencies = Readonly<Record<string, Listed>>

interface Listed {
  readonly path: string
  readonly dependencies?: Dependencies
}

interface WorkspacePackage extends Listed {
  readonly devDependencies?: Dependencies
}

const MAX_OUTPUT_BYTES = 200_000_000

/** What every package of the workspace is installed with, by its folder. */
const listWorkspace = (): ReadonlyMap<string, WorkspacePackage> => {
  const args = ['--recursive', 'list', '--json', '--depth', 'Infinity']
  const output = execFileSync('pnpm', args, {
    cwd: here(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: MAX_OUTPUT_BYTES,
    shell: process.platform === 'win32',
  })
  return new Map((JSON.parse(output) as readonly WorkspacePackage[]).map((each) => [each.path, each]))
}

/** `name@version` and integrity of every package in the lockfile. */
const integrities = (): ReadonlyMap<string, string> => {
  const lock = readFileSync(here('pnpm-lock.yaml'), 'utf8')
  const entries = lock.matchAll(
    /^ {2}'?((?:@[^/\s']+\/)?[^@\s']+@[^\s:'(]+)'?:\n {4}resolution: \{integrity: ([^,}]+)/gm,
  )
  return new Map([...entries].map(([, id = '', integrity = '']) => [id, integrity]))
}

/** Each package's dependencies, by its folder: where the list names one again it leaves them out. */
const indexOf = (workspace: ReadonlyMap<string, WorkspacePackage>): ReadonlyMap<string, Dependencies> => {
  const index = new Map<string, Dependencies>()
  const visit = (dependencies: Dependencies): void => {
    for (const { path, dependencies: own } of Object.values(dependencies)) {
      if (own === undefined) continue
      index.set(path, { ...index.get(path), ...own })
      visit(own)
    }
  }
  for (const { dependencies = {}, devDependencies = {} } of workspace.values())
    visit({ ...devDependencies, ...dependencies })
  return index
}

/** What is compiled into a package, where its sources ask for it and it is not installed beside it. */
const compiledIn = ({ path, devDependencies = {} }: WorkspacePackage): Dependencies => {
  const asked = askedFor(basename(path))
  return Object.fromEntries(Object.entries(devDependencies).filter(([name]) => asked.includes(name)))
}

/**
 * Everything that comes with a published package, by `name@version`: what is installed with it and what is compiled into
 * it. Peers that may be missing are left out.
 */
export const readDependencyTrees = (): ((name: string) => ReadonlyMap<string, Installed>) => {
  const workspace = listWorkspace()
  const index = indexOf(workspace)
  const known = integrities()
  return (name) => {
    const found = new Map<string, Installed>()
    const ofFolder = (path: string): Dependencies => {
      const own = workspace.get(path)
      return own === undefined ? (index.get(path) ?? {}) : { ...own.dependencies, ...compiledIn(own) }
    }
    const take = (dependencies: Dependencies): readonly string[] =>
      Object.entries(dependencies).map(([each, listed]) => {
        const { version, license = 'UNKNOWN' } = readManifest(listed.path)
        const id = `${each}@${version}`
        if (found.has(id)) return id
        const entry = { name: each, version, licence: license, integrity: known.get(id) ?? null }
        found.set(id, { ...entry, needs: [] })
        found.set(id, { ...entry, needs: take(ofFolder(listed.path)) })
        return id
      })
    take(ofFolder(here('packages', name)))
    return found
  }
}
