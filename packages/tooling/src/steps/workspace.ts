import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace's root folder. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/[\\/]$/, '')

/** Packages in the order they build in: each after those it depends on. */
export const PACKAGES = ['contract', 'node', 'browser', 'widget', 'service', 'tooling'] as const

/** Folders whose TypeScript is checked, each by its own tsconfig.json. */
export const typedFolders = (): string[] =>
  ['demo', 'e2e', ...PACKAGES.map((name) => `packages/${name}`)].filter((folder) =>
    existsSync(join(root, folder, 'tsconfig.json')),
  )

export const here = (...path: string[]): string => join(root, ...path)
