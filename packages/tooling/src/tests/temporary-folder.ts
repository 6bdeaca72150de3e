import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm'

/** Bytes: a whole run keeps less than 1 GiB at once, and programs need memory beside it. */
const ROOM = 4 * 1024 ** 3

/** Whether a program in this folder may be started: containers often mount theirs so that none may. */
const startsPrograms = (folder: string): boolean => {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o700)
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const makeIn = (parent: string): string => {
  const folder = mkdtempSync(join(parent, 'coinslot-test-'))
  // Where we are root, Postgres comes here as a user of its own.
  chmodSync(folder, 0o711)
  return folder
}

const makeInMemory = (): string | null => {
  try {
    if (Math.min(freeBytes(IN_MEMORY), process.availableMemory()) < ROOM) return null
    const folder = makeIn(IN_MEMORY)
    if (startsPrograms(folder)) return folder
    rmSync(folder, { recursive: true })
    return null
  } catch {
    return null
  }
}

/**
 * A new folder for temporary files, which goes with this process. It is in memory where there is room: tests make and delete
 * hundreds of thousands of files, and a disk's file system, which puts off giving an inode to a new file for some seconds
 * after it was freed, took a fifth of their time.
 */
export const makeTemporaryFolder = (): string => {
  const folder = makeInMemory() ?? makeIn(tmpdir())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
