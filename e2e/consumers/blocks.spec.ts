import { existsSync, globSync } from 'node:fs'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { blocksOf, filesOf, includedIn, PAGES } from './guide.ts'
import { EXAMPLES } from './project.ts'
import { complaintsOf } from './complaints.ts'
import { PROJECT } from './project-folder.ts'
import { ROOT } from '../stack/running-process.ts'

/** Pages whose files and commands one of the tests beside this one writes, types and uses. */
const TRIED = [
  'start/first-purchase',
  'guides/express',
  'guides/fastify',
  'guides/hono',
  'guides/identity',
  'guides/lit',
  'guides/other-languages',
  'guides/react',
  'guides/redirect',
  'guides/script-tag',
  'guides/svelte',
  'guides/theming',
  'guides/vue',
  'guides/webhooks',
  'guides/workers',
  'reference/loader',
  'reference/sdk',
]
/** Pages that show files of the examples, and the commands with which those are tried. */
const OF_EXAMPLES = ['guides/commonjs', 'guides/csp', 'guides/nextjs', 'guides/testing']

const pages = globSync('**/*.md', { cwd: PAGES })
  .map((file) => file.replace(/\.md$/, ''))
  .filter((page) => !/^reference\/\w+-api\//.test(page))

test('every block of code on the site is run, or says why it is not', async () => {
  const untried: string[] = []
  for (const page of pages.filter((name) => ![...TRIED, ...OF_EXAMPLES].includes(name))) {
    for (const { notRun, text } of await blocksOf(page)) {
      if (notRun === undefined) untried.push(`${page}: ${text.split('\n')[0]}`)
    }
  }
  expect(untried).toEqual([])
})

test('every block with code on a tried page is a file or a command', async () => {
  const nameless: string[] = []
  for (const page of [...TRIED, 'guides/csp']) {
    for (const { file, language, notRun, text } of await blocksOf(page)) {
      if (file === undefined && !['sh', 'csp'].includes(language) && notRun === undefined)
        nameless.push(`${page}: ${text.split('\n')[0]}`)
    }
  }
  expect(nameless).toEqual([])
})

test('every block of TypeScript is what the packages’ declarations say', async () => {
  const folder = join(PROJECT, 'types')
  await rm(folder, { recursive: true, force: true })
  for (const page of [...TRIED, ...OF_EXAMPLES]) {
    const own = await filesOf(page)
    // Pages without a shop of their own stand on the backend of Express.
    const files = own['shop.ts'] === undefined ? { ...(await filesOf('guides/express')), ...own } : own
    for (const [name, text] of Object.entries(files).filter(([file]) => /\.tsx?$/.test(file))) {
      await mkdir(dirname(join(folder, page, name)), { recursive: true })
      await writeFile(join(folder, page, name), text)
    }
  }
  await copyFile(join(EXAMPLES, 'express-react', 'tsconfig.json'), join(folder, 'shop.json'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ extends: './shop.json', include: ['**/*'] }))
  expect(await complaintsOf(folder)).toBe('')
})

test('what pages show of files is there', async () => {
  for (const page of pages) {
    for (const { path } of await includedIn(page)) expect(existsSync(join(ROOT, path)), path).toBe(true)
  }
})
