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
