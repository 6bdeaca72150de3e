import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { VARIABLE_NAMES } from '../src/platform/config.ts'

/** First cells of a page's table rows that begin with code. */
const firstCells = (page: string): string[] =>
  readFileSync(new URL(`../../site/pages/reference/${page}.md`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/)[1]?.trim() ?? '')

const SOURCE = new URL('../src/', import.meta.url)
/** What a pattern finds in the service's sources. */
const namedIn = (files: string, pattern: RegExp): string[] =>
  globSync(files, { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  )

describe('the manual and the code name the same', () => {
  test('environment variables', () => {
    const named = firstCells('environment').flatMap((cell) => /^`(COINSLOT_\w+)`$/.exec(cell)?.[1] ?? [])
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].toSorted())
  })

  test('commands', () => {
    const text = firstCells('command-line').join('\n')
    const missing = commands.filter(({ name }) => !new RegExp(`\`${name}[ \`]`).test(text)).map(({ name }) => name)
    expect(missing).toEqual([])
  })

  test('options of commands', () => {
    const isTold = (name: string, option: string): boolean =>
      firstCells('command-line').some(
        (cell) => cell.includes(`\`${name}`) && new RegExp(`--(no-|\\[no-\\])?${option}\\b`).test(cell),
      )
    const missing = commands.flatMap(({ name, options = {} }) =>
      Object.keys(options)
        .filter((option) => !isTold(name, option))
        .map((option) => `${name} --${option}`),
    )
    expect(missing).toEqual([])
  })

  test('codes of what startService throws, and of the log', () => {
    const rooms = ['composition', 'db', 'kyc', 'mail', 'platform', 'widget']
    const codes = rooms.flatMap((room) => namedIn(`${room}/*.ts`, /readonly code = '(\w+)'/g))
    const told = new Set(firstCells('errors').flatMap((cell) => cell.match(/\w+/g) ?? []))
    expect(codes.filter((code) => !told.has(code))).toEqual([])
    expect(codes.length).toBeGreaterThan(10)
  })

  test('metrics', () => {
    const counted = namedIn('**/*.ts', / name: '(coinslot_\w+)'/g)
    const named = firstCells('metrics').flatMap((cell) => /^`(coinslot_\w+)`$/.exec(cell)?.[1] ?? [])
    expect(named.toSorted()).toEqual(counted.toSorted())
  })
})
