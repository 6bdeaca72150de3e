import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fingerprint } from './install.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coinslot-install-'))
  for (const file of [
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'package.json',
    'demo/package.json',
    'e2e/package.json',
    'packages/node/package.json',
  ]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), file)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an installation is up to date until the lockfile or a manifest changes', () => {
  const before = fingerprint(folder)
  writeFileSync(join(folder, 'packages', 'node', 'index.ts'), 'export {}')
  expect(fingerprint(folder)).toBe(before)
  for (const file of ['pnpm-lock.yaml', 'packages/node/package.json']) {
    const known = fingerprint(folder)
    appendFileSync(join(folder, file), ' ')
    expect(fingerprint(folder)).not.toBe(known)
  }
})

test('an installation that fails says so, ends with its code, and is not taken for one', () => {
  const nowhere = `file:${join(folder, 'no-such-pnpm.tgz')}`
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ packageManager: nowhere }))
  const program = `import { install } from ${JSON.stringify(new URL('install.js', import.meta.url).href)}
    process.exitCode = await install(${JSON.stringify(folder)})`
  for (const _ of [1, 2]) {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stderr).toContain(`installing the workspace with ${nowhere}\n`)
    expect(stderr).toMatch(
      /no such file or directory[^]+\ncoinslot: the workspace is not installed, .+ try again: .+\n$/,
    )
  }
})
