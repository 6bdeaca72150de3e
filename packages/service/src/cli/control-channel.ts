import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Longest address of a unix socket that every system takes. */
const MAX_SOCKET_BYTES = 100
const SOCKET = 'control.sock'
const POINTER = 'control.address'

const isShort = (path: string): boolean => Buffer.byteLength(path) <= MAX_SOCKET_BYTES

const pipeOf = (dataDir: string): string =>
  String.raw`\\.\pipe\coinslot-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`

/** Tells a folder from a copy of it, by whichever of its paths. */
const identityOf = (folder: string): string => {
  const { dev, ino } = statSync(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** The data folder's path is too long for a socket in it, and there is no room for one elsewhere. */
class NoControlSocketError extends Error {
  override readonly name = 'NoControlSocketError'
  readonly code = 'no_control_socket'

  constructor(dataDir: string, temporary: string) {
    super(
      `The path of the data folder ${dataDir} is too long for the socket that takes commands, and the folder for temporary files, ${temporary}, cannot hold it either: set COINSLOT_DATA_DIR to a shorter path, or TMPDIR to a folder with a short path that this user can write`,
    )
  }
}

/** In a fresh directory that is this user's alone. */
const socketElsewhere = (dataDir: string): string => {
  const folder = tmpdir()
  try {
    if (isShort(join(folder, 'coinslot-123456', SOCKET))) return join(mkdtempSync(join(folder, 'coinslot-')), SOCKET)
  } catch {
    // It is not there, or not writable.
  }
  throw new NoControlSocketError(dataDir, folder)
}

/**
 * Where the process that has just locked the folder is to take commands. A folder whose path is too long for a socket
 * points to one among the temporary files.
 * @throws {NoControlSocketError} `no_control_socket` where that folder cannot hold it either.
 */
export const claimControlSocket = (dataDir: string): string => {
  if (process.platform === 'win32') return pipeOf(dataDir)
  const beside = join(dataDir, SOCKET)
  if (isShort(beside)) {
    // What a killed process left behind: the lock on the folder says that nobody listens there.
    rmSync(beside, { force: true })
    return beside
  }
  const path = socketElsewhere(dataDir)
  writeFileSync(join(dataDir, POINTER), `${path}\n${identityOf(dataDir)}`, { mode: 0o600 })
  return path
}

/** Takes back what `claimControlSocket` made, once nobody listens there any more. */
export const releaseControlSocket = (dataDir: string, path: string): void => {
  if (process.platform === 'win32' || dirname(path) === dataDir) return
  rmSync(join(dataDir, POINTER), { force: true })
  rmSync(dirname(path), { recursive: true, force: true })
}

/** Where commands for the database in this folder are taken, if a process serves from it. */
export const controlSocketPath = (dataDir: string): string => {
  if (process.platform === 'win32') return pipeOf(dataDir)
  const beside = join(dataDir, SOCKET)
  const pointer = join(dataDir, POINTER)
  if (isShort(beside) || !existsSync(pointer)) return beside
  const [path = beside, identity] = readFileSync(pointer, 'utf8').split('\n')
  return identity === identityOf(dataDir) ? path : beside
}

/** What the caller sends, as one line of JSON. */
export const controlRequestSchema = z.object({
  words: z.array(z.string()),
  folder: z.string(),
  /** Names the newest secret key of the caller's own settings; left out where it has none, as earlier versions do. */
  newestKey: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
})
export type ControlRequest = z.infer<typeof controlRequestSchema>

/** What the serving process answers: lines of output, then one end. */
export const controlFrameSchema = z.union([
  z.object({ line: z.string() }),
  z.object({ exit: z.union([z.literal(0), z.literal(1), z.literal(2)]), message: z.string().nullable() }),
])
export type ControlFrame = z.infer<typeof controlFrameSchema>
export type ExitCode = 0 | 1 | 2

/** On one line for readers as well to whom U+2028 and U+2029, which JSON may hold, end it: Node's are. */
export const encodeFrame = (frame: ControlFrame | ControlRequest): string =>
  `${JSON.stringify(frame)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)}\n`
