import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isMade, readTemplates } from '../build/read-templates.ts'
import { composeShop } from './compose-shop.ts'
import { nameOf } from './name-of.ts'
import { nextSteps } from './next-steps.ts'
import { managerOf, settingsOf } from './package-manager.ts'
import { completeChoice, readAsked, UsageError } from './read-choice.ts'
import type { Choice, Templates } from './templates.ts'
import { writeShop } from './write-shop.ts'

let templates: Templates
let folder: string
beforeAll(async () => {
  templates = await readTemplates()
  folder = await mkdtemp(join(tmpdir(), 'create-coinslot-'))
})
afterAll(() => rm(folder, { recursive: true }))

const compose = (backend: Choice['backend'], page: Choice['page']) => {
  const files = composeShop(templates, { backend, page }, { name: 'my-shop', version: '9.9.9' })
  return { files, manifest: JSON.parse(files['package.json'] ?? '') }
}
const names = (versions: object): string[] => Object.keys(versions)

describe('a shop', () => {
  test.each([
    ['express', 'react', 'express-react'],
    ['fastify', 'html', 'fastify-html'],
    ['nextjs', 'react', 'nextjs'],
  ] as const)('of %s and %s is the example, but for its name', (backend, page, example) => {
    const { files } = compose(backend, page)
    const { 'package.json': own, '.env': env, ...rest } = files
    const { 'package.json': theirs = '', ...expected } = templates[example] ?? {}
    expect(rest).toEqual(expected)
    expect(env).toContain('COINSLOT_BASE_URL')
    const ours = theirs
      .replaceAll(/("@coinslot\/\w+": )"[^"]+"/g, '$1"9.9.9"')
      .replace(`coinslot-example-${example}`, 'my-shop')
    expect(JSON.parse(own ?? '')).toEqual(JSON.parse(ours))
  })

  test('takes the backend of one example and the page of another', () => {
    const express = compose('express', 'html')
    expect(names(express.manifest.dependencies)).toEqual(['@coinslot/browser', '@coinslot/node', 'express'])
    expect(names(express.manifest.devDependencies)).toContain('@types/express')
    expect(express.files['server.ts']).toContain('coinslotExpress')
    expect(names(express.files)).toContain('public/index.html')
    const fastify = compose('fastify', 'react')
    expect(names(fastify.manifest.dependencies)).not.toContain('express')
    expect(names(fastify.manifest.dependencies)).toEqual(expect.arrayContaining(['@fastify/static', 'react']))
    expect(names(fastify.files)).toEqual(expect.arrayContaining(['page/app.tsx', 'vite.config.ts', 'server.ts']))
    expect(fastify.manifest.dependencies['@coinslot/node']).toBe('9.9.9')
  })
})

test.each([
  ['/home/ada/My Shop!', 'my-shop'],
  ['/home/ada/.coins_2', 'coins-2'],
  ['/home/ada/金貨', 'shop'],
])('a shop in %s has a name that npm takes, %s', (at, name) => expect(nameOf(at)).toBe(name))

test.each(['.env', '.coinslot/secret.key', 'node_modules/x/index.js', '.next/cache/x', 'public/coinslot.js'])(
  '%s of an example that was used is not handed on',
  (name) => expect(isMade(name)).toBe(true),
)

describe('a folder', () => {
  test('is made, may hold a repository, and is refused in one line where it holds a file', async () => {
    const shop = join(folder, 'new')
    await writeShop(shop, { 'deep/file.txt': 'text' })
    expect(await readFile(join(shop, 'deep', 'file.txt'), 'utf8')).toBe('text')
    await expect(writeShop(shop, {})).rejects.toThrow(/^[^\n]* is not empty \(deep\): [^\n]*$/)
    await mkdir(join(folder, 'begun', '.git'), { recursive: true })
    await writeShop(join(folder, 'begun'), { '.env': 'A=1\n' })
    await rm(join(folder, 'begun', '.git'), { recursive: true })
    await expect(writeShop(join(folder, 'begun'), {})).rejects.toThrow(/is not empty \(\.env\)/)
    await writeFile(join(folder, 'file'), '')
    await expect(writeShop(join(folder, 'file'), {})).rejects.toThrow(/is a file: name another folder/)
  })

  test('that cannot be made is refused with what to do, and not tried for good', async () => {
    const link = join(folder, 'link')
    await symlink(join(folder, 'gone', 'away'), link)
    // Linux says there what it says of a folder whose parent is missing.
    const closed = process.platform === 'linux' ? ['/proc/coinslot/shop'] : []
    for (const shop of [link, ...closed])
      await expect(writeShop(shop, { 'a.txt': '' })).rejects.toThrow(/ cannot be made \(E\w+\): name another folder$/)
  })

  test('keeps no half of a shop that cannot be written to its end, and says so', async () => {
    const files = { '.env': 'A=1', 'page/app.tsx': 'text', 'page/app.tsx/below': 'where no file can be' }
    const shop = join(folder, 'half')
    const told = /^The shop cannot be written \(.*\): name another folder\. Nothing of the shop is left in .*half$/
    await expect(writeShop(shop, files)).rejects.toThrow(told)
    await expect(stat(shop)).rejects.toMatchObject({ code: 'ENOENT' })
    await mkdir(join(shop, '.git'), { recursive: true })
    await expect(writeShop(shop, files)).rejects.toThrow(told)
    expect(await readdir(shop)).toEqual(['.git'])
  })

  test.runIf(process.platform === 'linux')('on a disk that is full is told to be that', async () => {
    const shop = join(folder, 'full')
    await mkdir(shop)
    // The one name that may be there before stands for a place on such a disk.
    await symlink('/dev/full', join(shop, '.git'))
    await expect(writeShop(shop, { '.git': 'text' })).rejects.toThrow(/^The disk is full: make room, and try again\. /)
  })

  test('with a name that no disk takes is refused as one', async () => {
    const long = join(folder, 'x'.repeat(300))
    await expect(writeShop(long, {})).rejects.toThrow(/cannot be looked into \(ENAMETOOLONG\): name another folder$/)
  })

  test.skipIf(process.platform === 'win32')('has an .env that only its owner may read', async () => {
    const shop = join(folder, 'private')
    await writeShop(shop, { '.env': 'A=1\n', 'shop.ts': '' })
    expect((await stat(join(shop, '.env'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(shop, 'shop.ts'))).mode & 0o444).toBe(0o444)
  })

  test
    .skipIf(process.platform === 'win32')
    .each(['my shop', '../shops/coins-1', '-dash', '~', "Ada's", '$(touch ran)', '`touch ran`', '"$HOME" \\ !!'])(
    'called %j is where the commands that follow take a shell',
    async (there) => {
      const from = join(folder, 'from')
      const shop = join(from, there)
      await mkdir(from, { recursive: true })
      await mkdir(shop, { recursive: true })
      const command = /^ {2}(cd .*) && npm install$/m.exec(nextSteps(shop, there))?.[1]
      expect(command).toBeDefined()
      const { stdout } = await promisify(execFile)('sh', ['-c', `${command} && pwd -P`], { cwd: from })
      expect(stdout).toBe(`${await realpath(shop)}\n`)
    },
  )

  test('needs no step where it is the same', () => {
    expect(nextSteps('/home/ada/shop', '')).toContain('\n\n  npm install\n')
  })
})

describe('a package manager', () => {
  test.each([
    ['npm/11.19.1 node/v24.21.0 linux x64 workspaces/false', 'npm', 'npm run setup && npm run dev'],
    ['pnpm/12.21.0 npm/? node/v24.21.0 linux x64', 'pnpm', 'pnpm run setup && pnpm run dev'],
    ['yarn/1.22.22 npm/? node/v24.21.0 linux x64', 'yarn', 'yarn run setup && yarn run dev'],
    ['bun/1.4.5 npm/? node/v24.3.0 linux x64', 'bun', 'bun run setup && bun run dev'],
    ['deno/2.9.6 npm/? deno/2.9.6 linux x86_64', 'npm', 'npm run setup && npm run dev'],
    [undefined, 'npm', 'npm run setup && npm run dev'],
  ])('that calls itself %j is told to go on with %s', (agent, name, start) => {
    const manager = managerOf(agent)
    const lines = nextSteps('/home/ada/shop', 'shop', manager.name).split('\n')
    expect(lines).toContain(`  cd shop && ${name} install`)
    expect(lines).toContain(`  ${start}       your shop, on http://localhost:3000`)
    expect(settingsOf(manager)).toEqual({})
  })

  test.each(['2.4.3', '3.8.7', '4.18.1'])('that keeps no node_modules by itself (Yarn %s) is told to', (version) => {
    const manager = managerOf(`yarn/${version} npm/? node/v24.21.0 linux x64`)
    // Next.js does not start without.
    expect(settingsOf(manager)).toEqual({ '.yarnrc.yml': 'nodeLinker: node-modules\n' })
  })
})

describe('the command line', () => {
  test('names folder, backend and page; Next.js brings its page', () => {
    expect(readAsked(['shop', '--backend', 'fastify', '--page=html'])).toEqual({
      folder: 'shop',
      backend: 'fastify',
      page: 'html',
    })
    expect(readAsked(['--backend', 'nextjs'])).toEqual({ folder: 'coinslot-shop', backend: 'nextjs', page: 'react' })
    expect(readAsked(['--backend', 'nextjs', '--page', 'react'])).toMatchObject({ backend: 'nextjs', page: 'react' })
    expect(readAsked(['--help'])).toBeNull()
  })

  test('may have the -- that npm wants, where another package manager hands it on', () => {
    const choice = { folder: 'shop', backend: 'express', page: 'html' }
    expect(readAsked(['shop', '--', '--backend', 'express', '--page', 'html'])).toEqual(choice)
  })

  test.each([
    [['--backend', 'rails'], /^--backend is one of express, fastify, nextjs, not "rails"$/],
    [['--backend', 'nextjs', '--page', 'html'], /^Next.js brings its page/],
    // What npm leaves of `--backend express` without `--`.
    [['shop', 'express'], /^One folder is enough, and npm wants -- before options/],
    [['--colour'], /Usage: npm create coinslot@latest/],
  ])('%j is refused with what to type', (args, message) => {
    expect(() => readAsked(args)).toThrow(UsageError)
    expect(() => readAsked(args)).toThrow(message)
  })

  test('that cannot be understood ends with the status of one, and writes nothing', async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const run = promisify(execFile)(process.execPath, [main, 'one', 'two'], { cwd: folder })
    await expect(run).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/^create-coinslot: One folder/) })
    await expect(stat(join(folder, 'one'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  /** Somebody who answers question by question; nobody, where there are no answers. */
  const complete = (answers: readonly string[], asked: Partial<Choice>) => {
    const input = Object.assign(new PassThrough(), { isTTY: answers.length > 0 })
    const output = new PassThrough()
    let questions = 0
    output.on('data', () => input.write(`${answers[questions++] ?? ''}\n`))
    const choice = completeChoice(
      { folder: 'shop', backend: undefined, page: undefined, ...asked },
      input as unknown as NodeJS.ReadStream,
      output as unknown as NodeJS.WriteStream,
    )
    return { choice, input, questions: () => questions }
  }

  test.each<[string[], Partial<Choice>, Choice]>([
    [['', '2'], {}, { backend: 'express', page: 'html' }],
    [['Next.js', '0', '4', ' NextJS '], {}, { backend: 'nextjs', page: 'react' }],
    [['3'], { page: 'react' }, { backend: 'nextjs', page: 'react' }],
    [['html'], { backend: 'fastify' }, { backend: 'fastify', page: 'html' }],
    [[], { backend: 'express', page: 'html' }, { backend: 'express', page: 'html' }],
  ])('%j answers what %j leaves open, and nothing else is asked', async (answers, asked, choice) => {
    const completed = complete(answers, asked)
    expect(await completed.choice).toEqual(choice)
    expect(completed.questions()).toBe(answers.length)
    // What is read keeps the process.
    expect(completed.input.readableFlowing).not.toBe(true)
  })

  test('asks nobody who is not there', async () => {
    await expect(complete([], { backend: 'express' }).choice).rejects.toThrow(/^Nobody is here to answer/)
  })
})
