import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Prepared = Awaited<ReturnType<NodeFS['init']>>
type Options = Parameters<NodeFS['init']>[1]

interface FileModes {
  chmod(path: unknown, mode: number, ...rest: unknown[]): void
}

/** A folder of files for the embedded database, each readable by its owner alone: by itself it opens them to everyone. */
export class PrivateNodeFS extends NodeFS {
  override async init(pglite: PGlite, options: Options): Promise<Prepared> {
    const prepared = await super.init(pglite, options)
    prepared.emscriptenOpts.preRun?.push(({ FS }: { FS: FileModes }) => {
      const chmod = FS.chmod.bind(FS)
      FS.chmod = (path, mode, ...rest) => chmod(path, mode & 0o700, ...rest)
    })
    return prepared
  }
}
