import { createHash, timingSafeEqual } from 'node:crypto'
import { constants, createReadStream, createWriteStream, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { codeOf } from '../db/error-code.ts'
import { syncNameOf } from '../db/sync-folder.ts'
import { BackupError } from './backup-errors.ts'
import { type BackupHeader, backupHeaderSchema } from './backup-header.ts'
import { ByteReader } from './byte-reader.ts'

/** Begins every backup; then, compressed, the length of the header, the header, the files; then the digest of all of it. */
const MAGIC = Buffer.from('coinslot backup 1\n')
const DIGEST_BYTES = 32
const LENGTH_BYTES = 4
const MAX_HEADER_BYTES = 64 * 1024 * 1024
/** Files of a database shrink well at the least effort, and buyers need the processor too. */
const COMPRESSION = { level: 1, chunkSize: 1024 * 1024 }
/** Whoever opens a pipe waits otherwise until somebody writes into it. */
const OPENED_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const READING = { chunkSize: 1024 * 1024 }
/** What is read in one turn of the process; small files are gathered, because a busy process has few turns. */
const PIECE_BYTES = 4 * 1024 * 1024

const contents = async function* (header: BackupHeader, folder: string): AsyncGenerator<Buffer> {
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(json.length)
  yield Buffer.concat([length, json])
  let small: Buffer[] = []
  let gathered = 0
  for (const { path, bytes } of header.entries) {
    if (bytes === null) continue
    const isSmall = bytes <= PIECE_BYTES
    if (isSmall) {
      small.push(readFileSync(join(folder, path)))
      gathered += bytes
    }
    if (!isSmall || gathered > PIECE_BYTES) {
      yield Buffer.concat(small)
      small = []
      gathered = 0
    }
    if (!isSmall) yield* createReadStream(join(folder, path), { highWaterMark: PIECE_BYTES })
  }
  yield Buffer.concat(small)
}

const digested = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(MAGIC)
  yield MAGIC
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/** What the disk of a backup, or its folder, did not take; what else went wrong is given back as it is. */
const aboutTarget = (error: unknown, file: string, unfinished: string): unknown => {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return error
  const isOfAnother = 'path' in error ? error.path !== unfinished : error.syscall === 'read'
  if (isOfAnother) return error
  const mend =
    error.code === 'ERR_FS_EISDIR'
      ? `take away the folder ${unfinished}, or name another file`
      : 'make room on its disk, or name a file in a folder that whoever serves may write to'
  return new BackupError('backup_unwritable', `The backup ${file} cannot be written (${String(error.code)}): ${mend}`)
}

/** Makes a file beside the one to be written, where nothing lies then, and takes it away again. */
const besideFile = async (file: string, work: (unfinished: string) => Promise<void>): Promise<void> => {
  const unfinished = `${file}.part`
  try {
    // What lies there, such as a file that others may read or a link to one, would keep its mode and its owner.
    await rm(unfinished, { force: true })
    await work(unfinished)
  } catch (error) {
    throw aboutTarget(error, file, unfinished)
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined)
  }
}

/** Tries whether a backup could be written there. @throws {BackupError} `backup_unwritable` where not. */
export const assertWritable = (file: string): Promise<void> =>
  besideFile(file, (unfinished) => writeFile(unfinished, '', { flag: 'wx' }))

/** As somebody interrupts: a second Ctrl-C may end the process before anything else is done. */
const removeAtOnce = (unfinished: string): void => {
  try {
    rmSync(unfinished, { force: true })
  } catch {
    // It is tried again once nothing is written any more.
  }
}

/**
 * Writes the files of a folder into one that only its owner may read, which appears under its name when it is whole,
 * and is on the disk when this ends.
 * @returns its size in bytes.
 * @throws {BackupError} `backup_unwritable` where its disk or its folder does not take it.
 */
export const writeBackupFile = async (
  file: string,
  header: BackupHeader,
  folder: string,
  signal: AbortSignal,
): Promise<number> => {
  await besideFile(file, async (unfinished) => {
    const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx', flush: true })
    const takeAway = () => removeAtOnce(unfinished)
    signal.addEventListener('abort', takeAway)
    await pipeline(
      Readable.from(contents(header, folder), { highWaterMark: 1 }),
      createGzip(COMPRESSION),
      digested,
      target,
      { signal },
    ).finally(() => signal.removeEventListener('abort', takeAway))
    await rename(unfinished, file)
    syncNameOf(file)
  })
  return (await stat(file)).size
}

const readAt = async (handle: FileHandle, bytes: number, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, position)
  return buffer.subarray(0, bytesRead)
}

/** What is read, for as long as nobody interrupts. @throws {BackupError} `restore_interrupted`. */
const unlessStopping = async function* (
  source: AsyncIterable<Buffer>,
  isStopping: () => boolean,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    if (isStopping()) throw new BackupError('restore_interrupted', 'Interrupted; nothing was restored')
    yield chunk
  }
}

/**
 * Reads the whole file once.
 * @returns where its digest stands, in bytes from the beginning.
 * @throws {BackupError} `backup_unreadable` where it is no backup; `backup_damaged` where it was cut off or changed.
 */
const verify = async (file: string, isStopping: () => boolean): Promise<number> => {
  const handle = await open(file, OPENED_AT_ONCE).catch((error: unknown) => {
    const mend = 'name one that is there, and that this user may read'
    throw new BackupError('backup_unreadable', `The file ${file} cannot be read (${codeOf(error)}): ${mend}`)
  })
  try {
    const about = await handle.stat()
    const end = about.size - DIGEST_BYTES
    if (!about.isFile()) {
      throw new BackupError(
        'backup_unreadable',
        `${file} is no file: a backup is read twice, so from no pipe or device`,
      )
    }
    if (!(await readAt(handle, MAGIC.length, 0)).equals(MAGIC)) {
      throw new BackupError('backup_unreadable', `The file ${file} is no backup of coinslot-service`)
    }
    const hash = createHash('sha256')
    const isLongEnough = end > MAGIC.length
    if (isLongEnough) {
      const content = handle.createReadStream({ start: 0, end: end - 1, autoClose: false })
      for await (const chunk of unlessStopping(content, isStopping)) hash.update(chunk)
    }
    const written = isLongEnough ? await readAt(handle, DIGEST_BYTES, end) : Buffer.alloc(0)
    if (written.length === DIGEST_BYTES && timingSafeEqual(hash.digest(), written)) return end
  } finally {
    await handle.close()
  }
  throw new BackupError('backup_damaged', `The backup ${file} was cut off or changed: its digest is another one`)
}

interface ReadBackup {
  readonly header: BackupHeader
  /** Writes its files into a folder; once. */
  readonly unpackTo: (folder: string) => Promise<void>
}

/**
 * Reads a backup, of which every byte has been checked before the first is used.
 * @throws {BackupError} `backup_unreadable`, `backup_damaged`, and `restore_interrupted`, as does what unpacks it.
 */
export const readBackupFile = async (file: string, isStopping: () => boolean): Promise<ReadBackup> => {
  const end = await verify(file, isStopping)
  const compressed = createReadStream(file, { start: MAGIC.length, end: end - 1 })
  // Hands on the file's errors as well, to whoever reads.
  const content = connect(compressed, createGunzip(READING), () => undefined)
  const reader = new ByteReader(unlessStopping(content, isStopping))
  const length = (await reader.take(LENGTH_BYTES)).readUInt32BE(0)
  if (length > MAX_HEADER_BYTES) throw new BackupError('backup_damaged', `The header of ${file} has no sane length`)
  const header = backupHeaderSchema.parse(JSON.parse((await reader.take(length)).toString('utf8')))
  const unpackTo = async (folder: string) => {
    for (const { path, bytes } of header.entries) {
      const target = join(folder, path)
      if (bytes === null) await mkdir(target, { recursive: true, mode: 0o700 })
      else await pipeline(reader.next(bytes), createWriteStream(target, { mode: 0o600, flags: 'wx' }))
    }
  }
  return { header, unpackTo }
}
