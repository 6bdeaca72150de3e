import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isClosedToOthers } from './closed-to-others.ts'

test.skipIf(process.getuid?.() !== 0)('a program is closed to others by its mode, and by a folder on the way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-closed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'inner', 'program')
  mkdirSync(join(folder, 'inner'))
  chmodSync(join(folder, 'inner'), 0o755)
  writeFileSync(program, '#!/bin/sh\n')
  const isClosed = (ofFolder: number, ofProgram: number): boolean => {
    chmodSync(folder, ofFolder)
    chmodSync(program, ofProgram)
    return isClosedToOthers(program)
  }
  expect(isClosed(0o755, 0o755)).toBe(false)
  expect(isClosed(0o700, 0o755)).toBe(true)
  expect(isClosed(0o755, 0o700)).toBe(true)
})
