import { basename } from 'node:path'

/** A name that npm takes, after the folder's. */
export const nameOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'shop'
