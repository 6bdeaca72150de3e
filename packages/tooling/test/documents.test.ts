import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../src/steps/workspace.ts'

const find = (...patterns: string[]): string[] => globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Links to files in Markdown, written in the text or below it; the site checks its own when it is built. */
const LINK = /(?:\]\(|^\[[^\]]+\]: )(?!https?:|#)(?<target>[^\s)#]+)/gm
const READMES = find('*.md', 'packages/*/README.md', 'demo/**/README.md')

describe('what documents lead to is there', () => {
  test.each(READMES)('links of %s', (file) => {
    const targets = [...read(file).matchAll(LINK)].map(({ groups }) => groups?.['target'] ?? '')
    expect(targets.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([])
  })

  test('files that documents name', () => {
    const named = [...READMES, ...find('packages/site/pages/**/*.md')].flatMap((file) =>
      [...read(file).matchAll(/`((?:packages|demo|e2e)\/[\w./-]*)`/g)].map(([, path = '']) => `${path} (${file})`),
    )
    const missing = named.filter((name) => !existsSync(join(root, name.split(' ')[0] ?? '')))
    // What a build makes need not be there.
    expect(missing.filter((name) => !name.includes('/dist'))).toEqual([])
  })
})
