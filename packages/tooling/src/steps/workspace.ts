import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The workspace's root folder. */
export const root = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/[\\/]$/, '')

export const here = (...path: string[]): string => join(root, ...path)
