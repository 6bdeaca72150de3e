import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder } from './data-folder-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'coinslot-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const NOBODY = 65_534

/** Takes the folder as a user who is not root, to whom no file is closed. */
const script = () => `
import { lockDataFolder } from ${JSON.stringify(new URL('data-folder-lock.ts', import.meta.url).href)}

if (process.getuid() === 0) process.setuid(${NOBODY})
try {
  lockDataFolder(${JSON.stringify(dataDir)})
  process.stdout.write('taken')
} catch (error) {
  process.stdout.write(error.code)
}
`

const take = (): string => {
  const flags = ['--conditions=@coinslot/source', '--input-type=module', '--eval', script()]
  return spawnSync(process.execPath, flags, { encoding: 'utf8', cwd: import.meta.dirname }).stdout
}

test('is refused to another process as long as one has it', () => {
  const release = lockDataFolder(dataDir)
  if (process.getuid?.() === 0) for (const path of [dataDir, join(dataDir, 'lock')]) chownSync(path, NOBODY, NOBODY)
  expect(take()).toBe('data_folder_in_use')
  release()
  expect(take()).toBe('taken')
})

test.skipIf(process.platform === 'win32')(
  'is refused to a user who may only read its file: that would lock nobody out',
  () => {
    const lock = join(dataDir, 'lock')
    writeFileSync(lock, '')
    if (process.getuid?.() === 0) for (const path of [dataDir, lock]) chownSync(path, NOBODY, NOBODY)
    expect(take()).toBe('taken')
    chmodSync(lock, 0o444)
    expect(take()).toBe('EACCES')
  },
)

test.skipIf(process.platform === 'win32')('is refused to a user to whom the folder is closed, and says so', () => {
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o700 : 0o500)
  expect(take()).toBe('EACCES')
  chmodSync(dataDir, 0o700)
})
