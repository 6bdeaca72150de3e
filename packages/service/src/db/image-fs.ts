import { posix } from 'node:path'
import { MemoryFS, type PGlite } from '@electric-sql/pglite'
import { boundTimers } from './bound-timers.ts'
import { DATA_FOLDER, type DatabaseImage } from './database-image.ts'

type Prepared = Awaited<ReturnType<MemoryFS['init']>>
type Options = Parameters<MemoryFS['init']>[1]

interface FileNode {
  contents: Uint8Array
  usedBytes: number
}

interface FolderNode {
  readonly node_ops: { mknod(folder: FolderNode, name: string, mode: number, device: number): FileNode }
}

/** Puts a file where it belongs: by its path it would be looked for three times, which takes longer than all the rest. */
const addFile = (folder: FolderNode | undefined, name: string, mode: number, content: Uint8Array): void => {
  if (folder === undefined) throw new Error(`The image has the file ${name} before its folder`)
  const file = folder.node_ops.mknod(folder, name, mode, 0)
  file.contents = content
  file.usedBytes = content.length
}

/** The memory of a database that starts from an image, which may be on its way while the database is loaded. */
export class ImageFs extends MemoryFS {
  readonly #image: DatabaseImage | Promise<DatabaseImage>

  constructor(image: DatabaseImage | Promise<DatabaseImage>) {
    super()
    this.#image = image
    // One that fails does so where it is waited for.
    Promise.resolve(image).catch(() => undefined)
  }

  override async init(pglite: PGlite, options: Options): Promise<Prepared> {
    const prepared = await super.init(pglite, options)
    boundTimers(prepared.emscriptenOpts)
    return prepared
  }

  override async initialSyncFs(): Promise<void> {
    if (this.pg === undefined) throw new Error('The file system has no database yet')
    const { FS } = this.pg.Module
    const image = await this.#image
    // One copy, which the database's files own from here on.
    const bytes = new Uint8Array(image.bytes)
    const folders = new Map<string, FolderNode>()
    let at = 0
    for (const { path, mode, length } of image.entries) {
      const target = DATA_FOLDER + path
      if (length === undefined) {
        FS.mkdirTree(target)
        FS.chmod(target, mode)
        folders.set(target, FS.lookupPath(target).node)
      } else {
        addFile(folders.get(posix.dirname(target)), posix.basename(target), mode, bytes.subarray(at, (at += length)))
      }
    }
  }
}
