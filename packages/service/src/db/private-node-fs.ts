import { fsyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncNames } from './sync-folder.ts'

type Prepared = Awaited<ReturnType<NodeFS['init']>>
type Options = Parameters<NodeFS['init']>[1]

interface OpenFile {
  /** Undefined for a folder. */
  readonly nfd?: number
  readonly node: unknown
}

interface Engine {
  readonly FS: {
    chmod(path: unknown, mode: number, ...rest: unknown[]): void
    readonly ErrnoError: new (code: number) => Error
  }
  readonly NODEFS: {
    realPath(node: unknown): string
    readonly stream_ops: { fsync?: (file: OpenFile) => number }
  }
}

/** The engine's number for EIO. */
const INPUT_OUTPUT_ERROR = 29

const closeToOthers = ({ FS }: Engine): void => {
  const chmod = FS.chmod.bind(FS)
  FS.chmod = (path, mode, ...rest) => chmod(path, mode & 0o700, ...rest)
}

const waitForDisk = ({ FS, NODEFS }: Engine): void => {
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    try {
      if (nfd === undefined) syncNames(NODEFS.realPath(node))
      else fsyncSync(nfd)
      return 0
    } catch {
      throw new FS.ErrnoError(INPUT_OUTPUT_ERROR)
    }
  }
}

/**
 * A folder of files for the embedded database, each readable by its owner alone: by itself it opens them to everyone. By
 * itself it also takes for written what the system has not put on the disk yet.
 */
export class PrivateNodeFS extends NodeFS {
  readonly #waitsForDisk: boolean

  constructor(folder: string, { waitsForDisk }: { readonly waitsForDisk: boolean }) {
    super(folder)
    this.#waitsForDisk = waitsForDisk
  }

  override async init(pglite: PGlite, options: Options): Promise<Prepared> {
    const prepared = await super.init(pglite, options)
    prepared.emscriptenOpts.preRun?.push(closeToOthers)
    if (this.#waitsForDisk) prepared.emscriptenOpts.preRun?.push(waitForDisk)
    return prepared
  }
}
