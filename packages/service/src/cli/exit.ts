import { isTlsFailure, isUnfitFile, LACKS_TLS } from '../db/tls-failure.ts'
import { CommandError, UsageError } from './command.ts'
import type { ExitCode } from './control-channel.ts'
import { codeOf } from '../db/error-code.ts'
import { isFatal, isGivenUp } from '../db/unavailable.ts'

const DATABASE_URL = 'COINSLOT_DATABASE_URL (move: --to)'

const NOT_PERMITTED = 'The address, port or folder, or a file in it, is not permitted to this user'

const SENTENCES: Record<string, string> = {
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
  ENOSPC: 'The disk is full, most likely that of the data folder; make room on it',
  EROFS: 'The disk of the data folder, or of the file, is mounted to be read only; mount it writable, or name another',
  EMFILE: 'This process may not hold as many open files as it needs; allow 1,024 at least (ulimit -n)',
  EFBIG: 'A file has become as large as this process may write; allow larger ones (ulimit -f)',
  ENOTFOUND: `The host of COINSLOT_HOST or of ${DATABASE_URL} is not known`,
  EAI_AGAIN: `No name server answers for the host of COINSLOT_HOST or of ${DATABASE_URL}; try again once one does`,
  ECONNREFUSED: `The database of ${DATABASE_URL} refuses connections`,
  '53100': 'The disk of the database is full; make room on it',
  '28P01': `The database of ${DATABASE_URL} refuses its user or password`,
  '3D000': `The database of ${DATABASE_URL} does not exist`,
  '3F000': `The search_path of the user of ${DATABASE_URL} names no schema that exists`,
  '42501': `The user of ${DATABASE_URL} may not make tables or use them; let it own the database and what is in it`,
}

/** What the system says of a port that cannot be listened on has the port and its address beside the code. */
const portSentence = (error: Error): string | null => {
  const { syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  // A socket in the data folder has a path for its address, and no port.
  if (syscall !== 'listen' || address === undefined || (port ?? 0) < 0) return null
  if (codeOf(error) === 'EADDRINUSE') return `Port ${port} is in use by another process; set COINSLOT_PORT to another`
  if (codeOf(error) === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine; set COINSLOT_HOST to one that is`
  return codeOf(error) === 'EACCES'
    ? `Port ${port} is not permitted to this user; set COINSLOT_PORT, or COINSLOT_OPERATIONS_PORT, to another`
    : null
}

/** What the driver says, without a code of its own, to a server that asks for the password which it was not given. */
const LACKS_PASSWORD = /^SASL: .*client password must/

/** Of the network, of a server that stops or starts, and of the driver. */
const LOST_CODE = /^(ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|08|57P)/
const LOST_MESSAGE = /connection terminated|not queryable|timeout exceeded when trying to connect|^connect ENOENT/i

/** SQLSTATE: what a server says to who may not log in, before it asks for a password. */
const NOT_LET_IN = '28000'
const WITHOUT_TLS = /no encryption|SSL off/

const notLetIn = (said: string): string => {
  const mend = WITHOUT_TLS.test(said)
    ? 'add sslmode=require to the URL if the server asks for TLS, or allow this in its pg_hba.conf'
    : 'name in the URL one who may log in, and who may from here by its pg_hba.conf'
  return `The server of ${DATABASE_URL} does not let this user in (${said}): ${mend}`
}

/** SQLSTATE. */
const TOO_MANY_CONNECTIONS = '53300'

const takesNoMore = (said: string): string =>
  `The server of ${DATABASE_URL} takes no more connections (${said}): lower COINSLOT_DATABASE_POOL in each process, or raise the limit there`

/** What the driver says, without a code, after the server's own limit has passed. */
const READ_TIMEOUT = /^query read timeout/i

const tookTooLong = (said: string): string =>
  `The database of ${DATABASE_URL} took too long to answer (${said}): see in pg_stat_activity what it waits for; a pooler before it needs a connection for each of the service's`

const UNTRUSTED = `The certificate of the database of ${DATABASE_URL} is not trusted`
const TRUST = 'renew it, or name its authority by sslrootcert=FILE in the URL, and the server as it does'

/** Node's permission model (`--permission`) lets nobody wait for the disk who may not write everywhere. */
const FSYNC_FORBIDDEN = /^fsync API is disabled/

const firstLineOf = ({ message, name }: Error): string => message.split('\n', 1)[0] ?? name

const reasonOf = (error: Error): string => {
  const said = firstLineOf(error)
  if (codeOf(error) === NOT_LET_IN) return notLetIn(said)
  if (codeOf(error) === TOO_MANY_CONNECTIONS) return takesNoMore(said)
  if (isGivenUp(error) || READ_TIMEOUT.test(said)) return tookTooLong(said)
  if (FSYNC_FORBIDDEN.test(said))
    return `The embedded database cannot be kept under Node's --permission (${said}): add --allow-fs-read=* and --allow-fs-write=*, or set COINSLOT_DATABASE_URL`
  if (isUnfitFile(codeOf(error)))
    return `A key or certificate that ${DATABASE_URL} names cannot be used (${said}): sslkey must have no passphrase, and belong to sslcert`
  if (isTlsFailure(codeOf(error))) return `${UNTRUSTED} (${said}): ${TRUST}`
  if (LOST_CODE.test(codeOf(error)) || LOST_MESSAGE.test(said))
    return `The connection to the database of ${DATABASE_URL} was lost, or there is none (${said}): try again once it answers`
  return isFatal(error)
    ? `The server of ${DATABASE_URL} does not take the connection (${said}): see the options in the URL, and whether the database allows connections`
    : said
}

/** One clear line for an operator. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CommandError || error instanceof UsageError) return error.message
  if (LACKS_PASSWORD.test(error.message))
    return `The database of ${DATABASE_URL} asks for a password, and none is given`
  if (LACKS_TLS.test(error.message))
    return `The database of ${DATABASE_URL} speaks no TLS, which the URL asks for: turn ssl on at the server`
  const sentence = portSentence(error) ?? SENTENCES[codeOf(error)]
  if (sentence === undefined) return reasonOf(error)
  return sentence === NOT_PERMITTED && 'path' in error ? `${sentence} (${String(error.path)})` : sentence
}

/** @see decisions.md §9 */
export const exitCodeOf = (error: unknown): ExitCode => (error instanceof UsageError ? 2 : 1)
