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

  test('metrics', () => {
    const source = new URL('../src/', import.meta.url)
    const counted = globSync('**/*.ts', { cwd: source }).flatMap((file) =>
      [...readFileSync(new URL(file, source), 'utf8').matchAll(/ name: '(coinslot_\w+)'/g)].map(([, name]) => name),
    )
    const named = firstCells('metrics').flatMap((cell) => /^`(coinslot_\w+)`$/.exec(cell)?.[1] ?? [])
    expect(named.toSorted()).toEqual(counted.toSorted())
  })
})
