import { readFileSync } from 'node:fs'
import { operations, type Operation } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import { commands } from '../src/cli/commands.ts'
import { VARIABLE_NAMES } from '../src/platform/config.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** First cells of table rows that begin with code, without padding. */
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

describe('the manual and the code name the same', () => {
  test('environment variables', () => {
    const named = rows.flatMap(([first = '']) => /^`(COINSLOT_\w+)`$/.exec(first)?.[1] ?? [])
    expect(named.toSorted()).toEqual([...VARIABLE_NAMES].toSorted())
  })

  test('operations, their successes and their errors', () => {
    const named = rows.filter(([first = '']) => /^`(GET|POST|PATCH|DELETE) /.test(first))
    expect(named).toEqual(
      Object.values<Operation>(operations).map(({ method, path, success, errors }) => [
        `\`${method} ${path}\``,
        Object.keys(success).join(', '),
        errors.join(', '),
      ]),
    )
  })

  test('commands', () => {
    const text = rows.map(([first = '']) => first).join('\n')
    const missing = commands.filter(({ name }) => !new RegExp(`\`${name}[ \`]`).test(text)).map(({ name }) => name)
    expect(missing).toEqual([])
  })
})
