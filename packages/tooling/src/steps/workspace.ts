import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace's root folder. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/[\\/]$/, '')

export const here = (...path: string[]): string => join(root, ...path)

/** With the version that the workspace is installed with, as `npx` takes it. */
export const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
