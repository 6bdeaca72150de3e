import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../src/steps/workspace.ts'

const find = (...patterns: string[]): string[] => globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'] })
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Links in Markdown, written in the text or below it; the site checks its own when it is built. */
const LINK = /(?:\]\(|^\[[^\]]+\]: )(?!#)(?<target>[^\s)#]+)/gm
/** Files of the repository, as those read them who have a package alone. */
const OURS =
  /^https:\/\/(?:github\.com\/coinslot\/coinslot\/(?:blob|tree)|raw\.githubusercontent\.com\/coinslot\/coinslot)\/main\//
const linksOf = (file: string): string[] => [...read(file).matchAll(LINK)].map(({ groups }) => groups?.['target'] ?? '')
const isRelative = (target: string): boolean => !/^https?:/.test(target)
const READMES = find('*.md', 'packages/*/README.md', 'demo/**/README.md')

describe('what documents lead to is there', () => {
  test.each(READMES)('links of %s', (file) => {
    const paths = linksOf(file).flatMap((target) => {
      if (isRelative(target)) return [join(dirname(file), target)]
      return OURS.test(target) ? [target.replace(OURS, '')] : []
    })
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  test('a package’s page on the registry leads to nothing beside it, which is not packed', () => {
    const pages = READMES.filter((file) => file.startsWith('packages/'))
    expect(pages.flatMap((file) => linksOf(file).filter(isRelative))).toEqual([])
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
