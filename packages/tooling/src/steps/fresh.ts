import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runStep, type Step } from './step.ts'
import { here } from './workspace.ts'

/** A build step that is skipped while its sources are as they were when it was last done, and its outputs are there. */
export interface Build extends Step {
  /** Files and folders, relative to the root. */
  readonly sources: readonly string[]
  /** Files that must exist. */
  readonly outputs: readonly string[]
}

/** What the service and the demo shop serve to browsers. */
export const browserBuilds = (): Build[] => [
  {
    name: 'widget',
    command: ['node', '--run', 'build'],
    cwd: here('packages/widget'),
    sources: [
      'packages/contract/src',
      'packages/widget/src',
      'packages/widget/build',
      'packages/widget/package.json',
      'packages/widget/releases',
      'pnpm-lock.yaml',
    ],
    outputs: ['packages/widget/dist/manifest.json'],
  },
  {
    name: 'dashboard',
    command: ['node', '--run', 'build'],
    cwd: here('packages/dashboard'),
    sources: [
      'packages/contract/src',
      'packages/dashboard/src',
      'packages/dashboard/build',
      'packages/dashboard/index.html',
      'packages/dashboard/package.json',
      'packages/dashboard/vite.config.ts',
      'pnpm-lock.yaml',
    ],
    outputs: ['packages/dashboard/dist/index.html'],
  },
  {
    name: 'script-tag',
    command: ['node', '--conditions=@coinslot/source', 'packages/browser/build/script-tag.ts'],
    sources: ['packages/contract/src', 'packages/browser/src', 'packages/browser/build', 'pnpm-lock.yaml'],
    outputs: ['packages/browser/dist/coinslot.js', 'packages/browser/dist/coinslot.js.integrity'],
  },
  {
    name: 'demo',
    command: ['node', 'demo/build.ts'],
    sources: ['packages/contract/src', 'packages/browser/src', 'demo/client', 'demo/build.ts', 'pnpm-lock.yaml'],
    outputs: ['demo/dist/page.js'],
  },
]

/**
 * Runs the builds that are out of date, in order.
 * @param show where their output goes; default standard output
 * @returns the name of the build that failed, or null
 */
export const refresh = async (
  builds: readonly Build[],
  show: NodeJS.WritableStream = process.stdout,
): Promise<string | null> => {
  for (const build of builds) {
    const digest = await digestOf(build.sources)
    if (build.outputs.every((file) => existsSync(here(file))) && read(stampOf(build)) === digest) continue
    show.write(`Building ${build.name}\n`)
    // One that fails, or is ended, leaves outputs that are of no sources.
    rmSync(stampOf(build), { force: true })
    if ((await runStep(build, show)).code !== 0) return build.name
    keepStamp(build, digest)
  }
  return null
}

/** Notes what the build of every package has just made, so that it is not built again. */
export const notePackagesBuilt = async (): Promise<void> => {
  const ofPackages = browserBuilds().filter(({ outputs }) => outputs.every((file) => file.startsWith('packages/')))
  for (const build of ofPackages) keepStamp(build, await digestOf(build.sources))
}

const stampOf = ({ name }: Build): string => here('.cache', 'builds', name)

const keepStamp = (build: Build, digest: string): void => {
  mkdirSync(dirname(stampOf(build)), { recursive: true })
  writeFileSync(stampOf(build), digest)
}

const read = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const digestOf = async (sources: readonly string[]): Promise<string> => {
  const digest = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(source)) digest.update(`${file}\n`).update(readFileSync(here(file)))
  }
  return digest.digest('hex')
}

const filesOf = async (source: string): Promise<string[]> => {
  if (!existsSync(here(source))) return []
  if (statSync(here(source)).isFile()) return [source]
  const entries = await readdir(here(source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here('').length))
    .sort()
}
