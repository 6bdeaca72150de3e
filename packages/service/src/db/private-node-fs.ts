import { fsyncSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { boundTimers } from './bound-timers.ts'
import { syncNames } from './sync-folder.ts'

type Prepared = Awaited<ReturnType<NodeFS['init']>>
type Options = Parameters<NodeFS['init']>[1]

interface OpenFile {
  /** Undefined for a folder. */
  readonly nfd?: number
  readonly node: unknown
}

interface Engine {
  readonly FS: { chmod(path: unknown, mode: number, ...rest: unknown[]): void }
  readonly NODEFS: {
    realPath(node: unknown): string
    readonly stream_ops: {
      write(file: OpenFile, ...rest: unknown[]): number
      fsync?: (file: OpenFile) => number
    }
  }
}

const closeToOthers = ({ FS }: Engine): void => {
  const chmod = FS.chmod.bind(FS)
  FS.chmod = (path, mode, ...rest) => chmod(path, mode & 0o700, ...rest)
}

/** The engine takes a log that it cannot write for the end, and goes round in circles where it should end the process. */
const endProcess = (file: string, error: unknown): never => {
  const reason = error instanceof Error ? ` (${error.message})` : ''
  process.stderr.write(
    `The embedded database cannot write ${file}${reason}: make room on the disk, or mend it, and start again; nothing that was acknowledged is lost\n`,
  )
  process.exit(1)
}

const endWithoutLog = ({ NODEFS }: Engine): void => {
  const { write } = NODEFS.stream_ops
  NODEFS.stream_ops.write = (file, ...rest) => {
    try {
      return write(file, ...rest)
    } catch (error) {
      const path = NODEFS.realPath(file.node)
      if (basename(dirname(path)) === 'pg_wal') endProcess(path, error)
      throw error
    }
  }
}

const waitForDisk = ({ NODEFS }: Engine): void => {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    const path = NODEFS.realPath(node)
    try {
      if (nfd === undefined) syncNames(path)
      else fsyncSync(nfd)
      return 0
    } catch (error) {
      return endProcess(path, error)
    }
  }
}

/**
 * A folder of files for the embedded database, each readable by its owner alone: by itself it opens them to everyone. By
 * itself it also takes for written what the system has not put on the disk yet, and a change of the machine's clock may keep
 * it ringing its own timer.
 */
export class PrivateNodeFS extends NodeFS {
  readonly #waitsForDisk: boolean

  constructor(folder: string, { waitsForDisk }: { readonly waitsForDisk: boolean }) {
    super(folder)
    this.#waitsForDisk = waitsForDisk
  }

  override async init(pglite: PGlite, options: Options): Promise<Prepared> {
    const prepared = await super.init(pglite, options)
    prepared.emscriptenOpts.preRun?.push(closeToOthers, endWithoutLog)
    boundTimers(prepared.emscriptenOpts)
    if (this.#waitsForDisk) prepared.emscriptenOpts.preRun?.push(waitForDisk)
    return prepared
  }
}
