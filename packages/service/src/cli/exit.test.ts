import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, inject, test, vi } from 'vitest'
import { createPostgresDatabase, onServer, testDatabase } from '../../test/databases.ts'
import { openDatabase } from '../db/open-database.ts'
import { migrate } from '../db/migrate.ts'
import { toApiError } from '../http/to-api-error.ts'
import { messageOf } from './exit.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../test/tls/right.example.${name}.pem`, import.meta.url))
const pem = (name: string) => readFileSync(pathOf(name))

/** What comes of migrating the database of a URL. */
const failureOf = async (url: string): Promise<unknown> => {
  const db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  try {
    return await migrate(db).then(
      () => 'nothing',
      (error: unknown) => error,
    )
  } finally {
    await db.destroy()
  }
}

/** What an operator is told who migrates the database of a URL. */
const toldOf = async (change: (url: URL) => void): Promise<string> => {
  const url = new URL(inject('postgresUrl'))
  change(url)
  return messageOf(await failureOf(url.href))
}

test('a full disk is told with what to do', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(messageOf(full)).toBe('The disk is full, most likely that of the data folder; make room on it')
})

test('a disk that is read only, files that may not grow, too few of them, and names that nobody resolves are told with what to do', () => {
  const told = (code: string) => messageOf(Object.assign(new Error(`${code}: what the system says`), { code }))
  expect(told('EROFS')).toContain('mount it writable')
  expect(told('EFBIG')).toContain('ulimit -f')
  expect(told('EMFILE')).toContain('ulimit -n')
  expect(told('EAI_AGAIN')).toMatch(/^No name server answers for the host of COINSLOT_HOST or /)
})

test('a port or an address that cannot be listened on is named, with what to set', async () => {
  const told = (port: number, host: string) =>
    new Promise((resolve) =>
      createServer()
        .once('error', (error) => resolve(messageOf(error)))
        .listen(port, host),
    )
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  expect(await told(port, '127.0.0.1')).toBe(`Port ${port} is in use by another process; set COINSLOT_PORT to another`)
  await new Promise((resolve) => taken.close(resolve))
  expect(await told(0, '192.0.2.1')).toMatch(/^192\.0\.2\.1 is not an address of this machine; set COINSLOT_HOST /)
  const refused = { code: 'EACCES', syscall: 'listen', address: '127.0.0.1', port: 80 }
  expect(messageOf(Object.assign(new Error('listen EACCES'), refused))).toMatch(
    /^Port 80 is not permitted .* set COINSLOT_PORT/,
  )
})

test("what Node's permission model takes from the embedded database is told with what to do", () => {
  const script = `import { fsyncSync, openSync } from 'node:fs'
    try { fsyncSync(openSync(process.execPath)) } catch ({ message }) { console.log(message) }`
  const words = ['--permission', '--allow-fs-read=*', '--input-type=module', '--eval', script]
  const { stdout: said } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(messageOf(new Error(said))).toMatch(
    /: add --allow-fs-read=\* and --allow-fs-write=\*, or set COINSLOT_DATABASE_URL$/,
  )
})

test('a server that takes no more connections is told with what to do', async () => {
  const told = messageOf(Object.assign(new Error('too many connections for role "coins"'), { code: '53300' }))
  expect(told).toBe(
    'The server of COINSLOT_DATABASE_URL (move: --to) takes no more connections (too many connections for role "coins"): lower COINSLOT_DATABASE_POOL in each process, or raise the limit there',
  )
})

test.each([
  ['Query read timeout', ''],
  ['canceling statement due to statement timeout', '57014'],
  ['canceling statement due to lock timeout', '55P03'],
])('a database that takes too long is told with what to look for: %s', (message, code) => {
  expect(messageOf(Object.assign(new Error(message), { code }))).toBe(
    `The database of COINSLOT_DATABASE_URL (move: --to) took too long to answer (${message}): see in pg_stat_activity what it waits for; a pooler before it needs a connection for each of the service's`,
  )
})

test('a server that lets nobody in from here, or not so, is told with what to do', () => {
  const told = (message: string) => messageOf(Object.assign(new Error(message), { code: '28000' }))
  const server = 'The server of COINSLOT_DATABASE_URL (move: --to) does not let this user in'
  const plain = 'no pg_hba.conf entry for host "10.0.0.7", user "coins", database "coins", no encryption'
  expect(told(plain)).toBe(
    `${server} (${plain}): add sslmode=require to the URL if the server asks for TLS, or allow this in its pg_hba.conf`,
  )
  expect(told(plain.replace('no encryption', 'SSL off'))).toContain('sslmode=require')
  for (const said of ['no PostgreSQL user name specified in startup packet', 'role "coins" is not permitted to log in'])
    expect(told(said)).toBe(
      `${server} (${said}): name in the URL one who may log in, and who may from here by its pg_hba.conf`,
    )
})

test('a file that may not be read is named, and so is a socket on which nobody listens', () => {
  const failed = (code: string, message: string, more: object) =>
    messageOf(Object.assign(new Error(message), { code, ...more }))
  const path = '/etc/ssl/db-ca.pem'
  expect(failed('EACCES', `EACCES: permission denied, open '${path}'`, { path })).toContain(`(${path})`)
  expect(failed('EPERM', `EPERM: operation not permitted, mkdir '${path}'`, { path })).toMatch(/to this user \(.*\)$/)
  expect(failed('EACCES', 'listen EACCES: permission denied 127.0.0.1:80', {})).toMatch(/to this user$/)
  const socket = 'connect ENOENT /run/.s.PGSQL.5432'
  expect(failed('ENOENT', socket, { syscall: 'connect' })).toContain(`or there is none (${socket})`)
})

test('a database whose connection is lost, or whose disk is full, is told with what to do', () => {
  const full = Object.assign(new Error('could not extend file "base/5/17218"'), { code: '53100' })
  expect(messageOf(full)).toBe('The disk of the database is full; make room on it')
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  const stopped = Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
  for (const lost of [reset, stopped, new Error('Connection terminated unexpectedly')]) {
    expect(messageOf(lost)).toBe(
      `The connection to the database of COINSLOT_DATABASE_URL (move: --to) was lost, or there is none (${lost.message}): try again once it answers`,
    )
  }
})

/** What comes of a connection to a server that speaks TLS, with a certificate of its own. */
const failureByTls = async (query: string): Promise<unknown> => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, key: pem('key'), cert: pem('cert') }).on('error', () => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    return await failureOf(`postgres://coinslot:password@127.0.0.1:${port}/coinslot?${query}`)
  } finally {
    server.close()
  }
}

test('a server whose certificate is not trusted is told with what to do, and is a 503 to those who ask', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  const failure = await failureByTls('sslmode=require')
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
  expect(messageOf(failure)).toMatch(
    /^The certificate of the database of COINSLOT_DATABASE_URL \(move: --to\) is not trusted \(.+\): renew it, or name its authority by sslrootcert=FILE/,
  )
  expect(toApiError(failure).status).toBe(503)
})

test("a key of the service's own that has a passphrase, or is another certificate's, is told with the variable, and is a 503", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-keys-'))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const written = { type: 'pkcs8', format: 'pem' } as const
  const keys = [
    privateKey.export({ ...written, cipher: 'aes-256-cbc', passphrase: 'of-the-key' }),
    privateKey.export(written),
  ]
  for (const [index, key] of keys.entries()) {
    const file = join(folder, `${index}.pem`)
    writeFileSync(file, key)
    const failure = await failureByTls(`sslmode=require&sslcert=${pathOf('cert')}&sslkey=${file}`)
    expect(messageOf(failure)).toMatch(
      /^A key or certificate that COINSLOT_DATABASE_URL \(move: --to\) names cannot be used \(error:.+\): sslkey must have no passphrase, and belong to sslcert$/,
    )
    expect(toApiError(failure).status).toBe(503)
  }
  rmSync(folder, { recursive: true })
})

test.each([
  ['coins@127.0.0.1/coins?sslmode=verify-full&sslrootcert=none.pem', 'E\\w+: .+'],
  ['coins@127.0.0.1/coins?sslmode=verify-full&sslrootcert=.', 'E\\w+: .+'],
  ['coins@127.0.0.1/coins?sslmode=verify-full&sslcert=none.pem', 'E\\w+: .+'],
  ['coins@127.0.0.1/coins?sslnegotiation=none', 'Invalid sslnegotiation value.+'],
  // As ISO 8859-1 has it.
  ['coins:p%E4ss@127.0.0.1/coins', 'URI malformed'],
])('a URL that the driver cannot use is told with the variable: postgres://%s', async (rest, said) => {
  const opened = openDatabase({ kind: 'postgres', url: `postgres://${rest}`, poolSize: 1 })
  expect(messageOf(await opened.catch((error: unknown) => error))).toMatch(
    new RegExp(`^COINSLOT_DATABASE_URL \\(move: --to\\) cannot be used \\(${said}\\): see the files that it names`),
  )
})

test.runIf(testDatabase === 'postgres')(
  'a server that refuses is told in one line that names the variable',
  async () => {
    const { url, drop } = await createPostgresDatabase()
    const role = new URL(url).pathname.slice(1)
    await onServer(url, `create role ${role} login password 'of-the-role'`)
    try {
      const asRole = (more: (to: URL) => void) => (to: URL) => {
        Object.assign(to, { pathname: `/${role}`, username: role, password: 'of-the-role' })
        more(to)
      }
      const variable = 'COINSLOT_DATABASE_URL (move: --to)'
      expect(await toldOf(asRole((to) => (to.password = 'another')))).toBe(
        `The database of ${variable} refuses its user or password`,
      )
      expect(await toldOf(asRole((to) => to.searchParams.set('sslmode', 'verify-full')))).toBe(
        `The database of ${variable} speaks no TLS, which the URL asks for: turn ssl on at the server`,
      )
      expect(await toldOf(asRole((to) => (to.pathname = '/none')))).toBe(`The database of ${variable} does not exist`)
      expect(await toldOf(asRole(() => undefined))).toBe(
        `The user of ${variable} may not make tables or use them; let it own the database and what is in it`,
      )
      expect(await toldOf(asRole((to) => to.searchParams.set('options', '-cwork_mem=lots')))).toBe(
        `The server of ${variable} does not take the connection (invalid value for parameter "work_mem": "lots"): see the options in the URL, and whether the database allows connections`,
      )
      await onServer(url, `alter role ${role} set search_path = 'none'`)
      expect(await toldOf(asRole(() => undefined))).toBe(
        `The search_path of the user of ${variable} names no schema that exists`,
      )
    } finally {
      await drop()
      await onServer(inject('postgresUrl'), `drop role ${role}`)
    }
  },
)
