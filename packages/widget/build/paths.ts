import { join } from 'node:path'

export const ROOT: string = join(import.meta.dirname, '..')
export const DIST: string = join(ROOT, 'dist')
export const PAGE: string = join(DIST, 'page')
/** Scripts as they were published, so that an integration pinned to one of the last versions goes on working. */
export const RELEASES: string = join(ROOT, 'releases')
