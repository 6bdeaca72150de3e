import { mkdir, mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadSecretKeys } from '../src/platform/load-secret-keys.ts'
import { runCommandHere } from './command-here.ts'
import { startServing } from './process.ts'
import { createServiceData } from './service-data.ts'

const OLD = 'the secret key that the database was made with'
const NEW = 'the secret key that has come in its place'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** New data, as the environment names it with a secret key. */
const makeData = async () => {
  const { env, remove } = await createServiceData()
  onTestFinished(remove)
  return (key: string) => ({ ...env, COINSLOT_SECRET_KEY: key })
}

test('the secret key of a running service is changed, and the old one is then refused with one line', async () => {
  const withKey = await makeData()
  expect(await runCommandHere(['bans', 'add', 'eve@example.com'], withKey(OLD))).toMatchObject({ code: 0 })
  const service = await startServing(withKey(`${NEW},${OLD}`))
  const done = await runCommandHere(['secrets', 'reencrypt', '--json'], withKey(`${NEW},${OLD}`))
  expect(JSON.parse(done.out)).toEqual({ reencrypted: 2, rekeyed: 0 })
  expect(await service.end('SIGTERM')).toBe(0)
  expect(await runCommandHere(['bans', 'list'], withKey(NEW))).toMatchObject({ code: 0, out: 'eve@example.com\n' })
  const { code, out, err } = await runCommandHere(['serve'], withKey(OLD))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^COINSLOT_SECRET_KEY does not hold the key[^\n]*\n$/)
})

test('a key with the end of its line, as a file gives it, is changed like every other, and read without', async () => {
  const withKey = await makeData()
  expect(await runCommandHere(['bans', 'add', 'eve@example.com'], withKey(`${OLD}\n`))).toMatchObject({ code: 0 })
  const done = await runCommandHere(['secrets', 'reencrypt', '--json'], withKey(`${NEW},${OLD}\n`))
  expect(JSON.parse(done.out)).toEqual({ reencrypted: 2, rekeyed: 0 })
  expect(await runCommandHere(['bans', 'list'], withKey(`${NEW}\n`))).toMatchObject({
    code: 0,
    out: 'eve@example.com\n',
  })
})

test('a key beside the embedded database is changed in its file, which is what the command and a refusal name', async () => {
  const env = { COINSLOT_DATA_DIR: folder }
  const file = join(folder, 'secret.key')
  expect(await runCommandHere(['bans', 'add', 'eve@example.com'], env)).toMatchObject({ code: 0 })
  const old = await readFile(file, 'utf8')
  await writeFile(file, `${NEW},${old}`)
  const done = await runCommandHere(['secrets', 'reencrypt'], env)
  expect(done.out).toMatch(
    /: once all have been restarted with it, older keys can be taken out of secret\.key of the data folder\.\n$/,
  )
  await writeFile(file, old)
  const { code, err } = await runCommandHere(['bans', 'list'], env)
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^secret\.key of the data folder does not hold the key[^\n]*, which is not configured; add that key/m,
    ),
  })
})

test('a service that was started before its key file had a newer key is to be restarted first: nothing is said to be done', async () => {
  const env = { COINSLOT_DATA_DIR: folder }
  const file = join(folder, 'secret.key')
  const service = await startServing(env)
  await writeFile(file, `${NEW},${await readFile(file, 'utf8')}`)
  expect(await runCommandHere(['secrets', 'reencrypt'], env)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^secret\.key of the data folder begins with another key than the service that runs: restart that[^\n]*$/m,
    ),
  })
  const refused = await runCommandHere(['secrets', 'reencrypt'], { ...env, COINSLOT_SECRET_KEY: `${NEW},${OLD}` })
  expect(refused, 'in a shell with keys that the service was not given').toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^COINSLOT_SECRET_KEY begins with another key than the service that runs[^\n]*$/m),
  })
  expect(await service.end('SIGTERM')).toBe(0)
})

test('a key beside the embedded database is its owner’s alone, and missed once it is gone, where there is something to read with it', async () => {
  const config = { secretKeys: null, database: { kind: 'embedded', dataDir: folder } } as const
  const made = await loadSecretKeys(config, { isNeeded: false })
  expect(await loadSecretKeys(config, { isNeeded: true })).toEqual(made)
  expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600)
  await unlink(join(folder, 'secret.key'))
  await expect(loadSecretKeys(config, { isNeeded: true })).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringMatching(/^The secret key of this database is missing: put [^\n]*secret\.key back[^\n]*$/),
  })
})

test('a key beside the embedded database that cannot be read is not taken for a missing one', async () => {
  const config = { secretKeys: null, database: { kind: 'embedded', dataDir: folder } } as const
  const file = join(folder, 'secret.key')
  await symlink(file, file)
  await expect(loadSecretKeys(config, { isNeeded: false })).rejects.toMatchObject({ code: 'ELOOP' })
  await unlink(file)
  await mkdir(file)
  await expect(loadSecretKeys(config, { isNeeded: true })).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining(`${file} is a folder: put the file with the secret key in its place`),
  })
})

test('of two that make the first key beside a database at once, none goes on with another than is kept', async () => {
  const config = { secretKeys: null, database: { kind: 'embedded', dataDir: folder } } as const
  const made = await Promise.allSettled([1, 2].map(() => loadSecretKeys(config, { isNeeded: false })))
  const kept = (await readFile(join(folder, 'secret.key'), 'utf8')).trim()
  const keys = made.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  expect(new Set(keys)).toEqual(new Set([kept]))
})
