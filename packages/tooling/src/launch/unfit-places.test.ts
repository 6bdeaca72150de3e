import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unfitPlaces } from './unfit-places.js'

const MIB = 1024 * 1024

test('a disk without room and a folder that is not there are told with what to do, others are not', () => {
  const gone = join(tmpdir(), 'coinslot-not', 'there')
  expect(unfitPlaces({ 'The clone': tmpdir(), TMPDIR: gone }, () => 3.9 * MIB)).toEqual([
    `The clone (${tmpdir()}) is on a disk with 3 MB left: make room, the workspace takes 1.5 GB.`,
    `TMPDIR (${gone}) is not there: make it, or use another folder.`,
  ])
  expect(unfitPlaces({ 'The clone': tmpdir() }, () => 64 * MIB)).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a folder that nobody can write to is named', () => {
  expect(unfitPlaces({ HOME: '/proc/self' }, () => 64 * MIB)).toEqual([
    expect.stringMatching(/^HOME \(\/proc\/self\) cannot be written to: /),
  ])
})
