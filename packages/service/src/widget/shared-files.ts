import { createHash } from 'node:crypto'
import { onStrangersBehalf } from '../db/behalf.ts'
import type { Platform } from '../platform/platform.ts'
import { isSameSecret } from '../platform/secrets.ts'
import type { StaticFile } from '../http/send-static.ts'
import { findFile, forgetUnused, keepFile, noteInUse, type SharedFile } from './shared-file-store.ts'

/** How long a page that stays open finds its files, once no process of its version runs. */
const KEPT_MS = 7 * 24 * 60 * 60_000

type Keeper = Pick<Platform, 'config' | 'db' | 'clock' | 'secrets'>

/** Processes of several versions at once, or of one after another while pages stay open, are a server's. */
const isShared = ({ config }: Keeper): boolean => config.database.kind === 'postgres'

const proofOf = ({ secrets }: Keeper, { path, content }: Omit<SharedFile, 'proof'>): Buffer =>
  secrets.hash(`shared file ${path} ${createHash('sha256').update(content).digest('hex')}`)

const isProven = (keeper: Keeper, file: SharedFile): boolean => isSameSecret(file.proof, proofOf(keeper, file))

/**
 * Leaves the files of this version to processes of others, and forgets those that none has used for a week.
 * @param files by the path under which pages ask for them.
 */
export const shareFiles = async (keeper: Keeper, files: ReadonlyMap<string, StaticFile>): Promise<void> => {
  if (!isShared(keeper)) return
  const { db, clock } = keeper
  const at = clock.now()
  const kept = new Set(await noteInUse(db, [...files.keys()], at))
  for (const [path, { bytes: content }] of files) {
    if (!kept.has(path)) await keepFile(db, { path, content, proof: proofOf(keeper, { path, content }) }, at)
  }
  await forgetUnused(db, new Date(at.getTime() - KEPT_MS))
}

/** A file of another version, as that one left it; null where none has. */
export const findShared = async (keeper: Keeper, path: string): Promise<StaticFile | null> => {
  if (!isShared(keeper)) return null
  const file = await onStrangersBehalf(() => findFile(keeper.db, path))
  return file !== null && isProven(keeper, file) ? { bytes: file.content, br: null, gzip: null } : null
}
