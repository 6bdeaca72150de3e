import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { VARIABLE_NAMES } from '../src/platform/config.ts'

/** First cells of a page's table rows that begin with code. */
const firstCells = (page: string): string[] =>
  readFileSync(new URL(`../../site/pages/reference/${page}.md`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1]?.trim() ?? '')

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
})
